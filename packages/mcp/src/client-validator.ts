import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { JsonSchema } from "./json-schema.js";

/** Says what is wrong with a value; undefined if nothing is. */
export type ClientValidator = (value: unknown) => string | undefined;

/** Compiling takes milliseconds, and a stateless server registers its tools anew for each request. */
const compiled = new Map<string, ClientValidator>();
const maxCompiled = 500;

/**
 * The validation that a client of the SDK does on a result once it has listed the tools. It is stricter than zod.
 *
 * @throws Error for a schema that no client could compile
 */
export function clientValidator(listed: JsonSchema): ClientValidator {
  const text = JSON.stringify(listed);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const validate = new AjvJsonSchemaValidator().getValidator(listed as never);
  const validator: ClientValidator = (value) => validate(value).errorMessage;
  if (compiled.size >= maxCompiled) compiled.clear();
  compiled.set(text, validator);
  return validator;
}
