import "reflect-metadata";
import { RequestMethod, type Type } from "@nestjs/common";
import type { DiscoveredMethod } from "../discover-methods.js";
import { httpCode, requestMethod, routeArgument, routeArguments } from "../nest-metadata.js";
import { approvalSchema, keyProperties, previewSchema, refusalSchema, refusalsByStatus } from "./answer-schemas.js";
import type { Swagger } from "./load-swagger.js";

/** Where `@nestjs/swagger` keeps what was said about a method. */
const responses = "swagger/apiResponse";
const parameters = "swagger/apiParameters";

const retryAfter = {
  "Retry-After": { description: "While somebody has to allow it: the seconds to wait.", schema: { type: "integer" } },
};

/** Adds the answers and the token of a guarded route to its description. What its author wrote there stays. */
export function documentRoute(
  { controller, guarded, method }: DiscoveredMethod,
  swagger: Swagger,
  { mayWait }: { mayWait: boolean },
): void {
  const descriptor = { value: method };
  const apply = (decorator: MethodDecorator) => decorator(controller.prototype, guarded.key, descriptor as never);
  const described: object = Reflect.getMetadata(responses, method) ?? {};
  if (Object.hasOwn(described, 428)) return; // a method that several controllers inherit

  const isSuccess = (status: string) => status === "default" || status.startsWith("2");
  if (!Object.keys(described).some(isSuccess)) {
    apply(
      swagger.ApiResponse({
        status: Reflect.getMetadata(httpCode, method) ?? 200,
        description: "Executed, now or before.",
      }),
    );
  }
  apply(
    swagger.ApiResponse({
      status: 428,
      description: `Nothing was executed: the preview${mayWait ? ", or that somebody has to allow it first" : ""}.`,
      schema: mayWait ? { oneOf: [previewSchema, approvalSchema] } : previewSchema,
      ...(mayWait && { headers: retryAfter }),
    }),
  );
  for (const [status, reasons] of refusalsByStatus) {
    if (Object.hasOwn(described, status)) continue;
    apply(
      swagger.ApiResponse({ status, description: `Refused: ${reasons.join(", ")}.`, schema: refusalSchema(reasons) }),
    );
  }
  apply(
    swagger.ApiHeader({
      name: "Tier2-Confirm-Token",
      required: false,
      description: "The confirm_token, instead of in the body.",
    }),
  );
  const own: { in?: string }[] = Reflect.getMetadata(parameters, method) ?? [];
  const withoutBody = [RequestMethod.GET, RequestMethod.HEAD].includes(Reflect.getMetadata(requestMethod, method));
  if (!withoutBody && !own.some((parameter) => parameter.in === "body")) documentBody();

  function documentBody(): void {
    const { whole, parts } = bodyOf(controller, guarded.key);
    const keys = { type: "object", properties: keyProperties };
    if (whole === Array) return; // a list has no members, so its token goes in the header
    if (whole !== undefined && whole !== Object) {
      apply(swagger.ApiExtraModels(whole));
      apply(swagger.ApiBody({ schema: { allOf: [{ $ref: swagger.getSchemaPath(whole) }, keys] } }));
      return;
    }
    const required = Object.keys(parts);
    const properties = { ...parts, ...keyProperties };
    const schema = { type: "object", properties, ...(required.length > 0 && { required }) };
    apply(swagger.ApiBody({ required: required.length > 0, schema }));
  }
}

const simple = new Map<unknown, string>([
  [String, "string"],
  [Number, "number"],
  [Boolean, "boolean"],
]);

interface Body {
  readonly whole?: Type | undefined;
  readonly parts: Record<string, { type?: string }>;
}

/** What a route reads of its body, as far as decorators and types tell. */
function bodyOf(controller: Type, key: string): Body {
  const declared: Record<string, { index: number; data?: unknown }> =
    Reflect.getMetadata(routeArguments, controller, key) ?? {};
  const types: Type[] = Reflect.getMetadata("design:paramtypes", controller.prototype, key) ?? [];
  let whole: Type | undefined;
  const parts: Body["parts"] = {};
  for (const [what, { index, data }] of Object.entries(declared)) {
    if (Number(what.split(":", 1)[0]) !== routeArgument.body) continue;
    const type = simple.get(types[index]);
    if (typeof data === "string") parts[data] = type === undefined ? {} : { type };
    else whole = types[index];
  }
  return { whole, parts };
}
