const allowed = /^[A-Za-z0-9_./-]{1,128}$/;

export const isToolName = (value: unknown): value is string => typeof value === "string" && allowed.test(value);
