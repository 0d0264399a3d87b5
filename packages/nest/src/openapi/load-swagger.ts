export type Swagger = Pick<
  typeof import("@nestjs/swagger"),
  "ApiBody" | "ApiExtraModels" | "ApiHeader" | "ApiResponse" | "getSchemaPath"
>;

/**
 * `@nestjs/swagger`, if the app has it: nobody has to install it for the sake of this package. Bundlers report a
 * missing one in their own ways, and no description is worth an app that does not start.
 */
export async function loadSwagger(): Promise<Swagger | undefined> {
  try {
    return await import("@nestjs/swagger");
  } catch {
    return undefined;
  }
}
