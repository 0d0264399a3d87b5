import type { ErrorRequestHandler, RequestHandler } from "express";

export const notFound: RequestHandler = (req, res) => {
  res.status(404).json({ error: `There is no ${req.method} ${req.path}. Tools are at POST /api/tools/<name>` });
};

/** Express would answer with a page, and with a stack trace in it. The trace goes to the log instead. */
export const jsonErrors: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const { status, expose, message, code } = error as Partial<Record<"status" | "expose" | "message" | "code", unknown>>;
  if (expose === true && typeof status === "number") {
    res.status(status).json({ error: message });
  } else if (code === "closed") {
    res.status(503).json({ error: "The server is shutting down. Repeat the same call later." });
  } else {
    console.error(error);
    res.status(500).json({ error: "Internal error" });
  }
};
