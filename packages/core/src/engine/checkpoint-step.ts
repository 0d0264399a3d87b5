import type { Checkpoint } from "../policy/policy.js";

/** What a call went through at a checkpoint of the agent loop that made it. Told by whoever keeps the checkpoints. */
export type CheckpointStep = {
  readonly threadId: string;
  readonly callId: string;
  /** When the pause comes; absent where the application itself asked for it. */
  readonly checkpoint?: Checkpoint;
  /** Of what was shown there, as an approver would see it. */
  readonly actionDigest?: string;
} & (
  | { readonly type: "checkpoint_paused" }
  | {
      readonly type: "checkpoint_allowed" | "checkpoint_denied";
      /** A person; never an agent. */
      readonly by: string;
      readonly reason: string;
      /** Whose decision it was as well. */
      readonly approvalId?: string;
    }
  /** What was allowed there has become this event's operation. */
  | { readonly type: "checkpoint_linked"; readonly approvalId?: string }
);
