/** An error as data: an Error itself would become `{}` in a line of a log or a journal. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

const maxCauses = 4;

/** Never throws, whatever was thrown. */
export function errorFacts(error: unknown, causesLeft = maxCauses): ErrorFacts {
  try {
    if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
    const { name, message, stack, cause } = error;
    const { code } = error as { code?: unknown };
    return {
      name: String(name),
      message: String(message),
      ...(typeof code === "string" && { code }),
      ...(typeof stack === "string" && { stack }),
      ...(cause !== undefined && causesLeft > 0 && { cause: errorFacts(cause, causesLeft - 1) }),
    };
  } catch {
    return { name: "unknown", message: "What was thrown cannot be read." };
  }
}
