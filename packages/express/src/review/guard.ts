import { problem, type ReviewReply } from "./review-reply.js";
import { foreignOrigin, type RequestHeaders } from "./same-origin.js";

const overrides = ["x-http-method-override", "x-http-method", "x-method-override"];

/** What is wrong with a request whoever sends it; undefined if nothing is. Pages of other origins get no further. */
export function guard(
  { method, headers }: { method: string; headers: RequestHeaders },
  allowedOrigins: readonly string[] | undefined,
): ReviewReply | undefined {
  const read = method === "GET" || method === "HEAD";
  if (overrides.some((name) => headers[name] !== undefined)) return problem("method_overridden");
  const error = foreignOrigin(headers, { read, allowedOrigins });
  if (error !== undefined) return problem("cross_origin", { error });
  if (read) return undefined;
  if (headers["tier2-review"] !== "1") return problem("header_missing");
  return isPlainJson(headers) ? undefined : problem("not_json");
}

/** A form of another page can send text/plain, urlencoded and multipart, and no other. */
function isPlainJson(headers: RequestHeaders): boolean {
  const type = headers["content-type"];
  const encoding = headers["content-encoding"] ?? "identity";
  return (
    typeof type === "string" &&
    type.split(";", 1)[0]?.trim().toLowerCase() === "application/json" &&
    encoding === "identity"
  );
}
