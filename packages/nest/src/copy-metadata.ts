import "reflect-metadata";

/**
 * Copies what decorators said about a method to the function that takes its place, as Nest reads metadata from the
 * function. A reference to the method in it, such as mcp-nest keeps, becomes one to the function: what decorators
 * above say is found there alone.
 */
export function copyMetadata(from: object, to: object): void {
  for (const key of Reflect.getOwnMetadataKeys(from)) {
    Reflect.defineMetadata(key, withReference(Reflect.getOwnMetadata(key, from), from, to), to);
  }
}

function withReference(value: unknown, from: object, to: object): unknown {
  if (typeof value !== "object" || value === null || !Object.values(value).includes(from)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inner === from ? to : inner]));
}
