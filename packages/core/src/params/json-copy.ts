/** A private copy of a value that is JSON, or of what JSON keeps of it. */
export const jsonCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
