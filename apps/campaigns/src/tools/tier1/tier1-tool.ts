import type { Refused } from "@holdpoint/tier2-core";
import type * as z from "zod";

/** A tool that runs at once: a read, or a write that whoever made it undoes easily. */
export interface Tier1Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** False for the safe writes. */
  readOnly: boolean;
  /** Takes validated params. An expected "no", like an unknown id, is a value. */
  run(params: z.output<Input>): Promise<object | Refused>;
}

/** Checks `run` against `input`, then forgets the exact types so that tools fit in one list. */
export const defineTier1Tool = <Input extends z.ZodObject>(tool: Tier1Tool<Input>): Tier1Tool => ({
  ...tool,
  run: (params) => tool.run(tool.input.parse(params)),
});
