/** The matrix: what is done to each tool, and what each case is called. */
export const cases = {
  idle: "nothing is called",
  ordinary: "ordinary call",
  again: "byte-identical second call",
  key_order: "equal arguments, other key order",
  absent_or_empty: "an absent field sent as an empty one",
  missing: "missing resource",
  done: "operation that is already done",
  invalid: "invalid field",
  cut: "client cut off after the server received the request, then the same call",
  parallel: "two identical calls in parallel",
  parallel_connections: "two identical calls in parallel, over two connections",
  other_request_id: "same arguments, another request id",
  request_id_reused: "same request id, other arguments",
  other_choice: "another choice among its arguments, twice",
  other_args: "other ordinary arguments, twice",
  undo: "undo",
  undo_after_downstream: "undo after a downstream job has consumed the change",
  page_size: "a larger page",
  prefix: "another prefix",
} as const;

export type CaseName = keyof typeof cases;
