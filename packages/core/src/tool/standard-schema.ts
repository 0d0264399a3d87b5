// The part of the Standard Schema interface (standardschema.dev, version 1) that core uses. zod 3.24+ and 4,
// valibot and arktype implement it, so core imports no schema library.

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    // biome-ignore lint/suspicious/noExplicitAny: schema libraries differ in the variance of their result type
    validate(value: unknown): any;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: any schema at all
export type AnySchema = StandardSchema<any, any>;

/** What a caller writes. */
export type ArgsOf<Schema> = Schema extends {
  "~standard": { readonly types?: { readonly input: infer I } | undefined };
}
  ? I
  : // biome-ignore lint/complexity/noBannedTypes: no schema, no arguments
    {};

/** What the handler gets: after validation and defaults. */
export type ParamsOf<Schema> = Schema extends {
  "~standard": { readonly types?: { readonly output: infer O } | undefined };
}
  ? O
  : // biome-ignore lint/complexity/noBannedTypes: no schema, no params
    {};

/** One line that names each place, for the person or model that has to mend it. */
export function describeIssues(issues: readonly Issue[]): string {
  return issues
    .map(({ message, path }) => {
      const place = path?.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
      return place ? `${place}: ${message}` : message;
    })
    .join("; ");
}
