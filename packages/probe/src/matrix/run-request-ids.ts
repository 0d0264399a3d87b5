import type { Args } from "../subject/subject.js";
import type { CaseWriter } from "./case-writer.js";

/** Another request id, and a used one with other arguments. */
export async function runRequestIds(
  { options, fresh, filled, run, without, call }: CaseWriter,
  args: Args,
): Promise<void> {
  const { requestId, otherArgs } = options.plan;
  if (requestId === undefined) return without("other_request_id", "no request id was declared");
  await fresh();
  const asked = filled(args);
  const other = { ...asked, [requestId]: `${options.freshName()}-other` };
  await run("other_request_id", async () => [await call("first call", asked), await call("second call", other)]);
  if (otherArgs === undefined) return without("request_id_reused", "no other arguments were given");
  await fresh();
  const [first, reused] = [filled(args), { ...filled(otherArgs), [requestId]: filled(args)[requestId] }];
  await run("request_id_reused", async () => [await call("first call", first), await call("second call", reused)]);
}
