import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

/** As much as an answer over stdio may have before the SDK gives it up. */
const maxAnswerBytes = 10 * 1024 * 1024;

/**
 * What a server that is under test may be asked with: an answer without an end ends here, and a redirect is an error.
 * Followed, a redirect would lead to where nobody looked, and a call that is cut would never arrive there. The SDK
 * follows it within one origin whatever its `requestInit` says, so that it is refused here.
 */
export const boundedFetch: FetchLike = async (address, init) => {
  const response = await fetch(address, { ...init, redirect: "error" });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limited()), { status, statusText, headers });
};

function limited(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= maxAnswerBytes) controller.enqueue(chunk);
      else controller.error(new Error(`the answer is longer than ${maxAnswerBytes} bytes`));
    },
  });
}
