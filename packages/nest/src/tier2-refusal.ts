import type { HttpStatus, Rejected } from "@holdpoint/tier2-core";
import { HttpException } from "@nestjs/common";

/**
 * A call that was refused, as Nest's exception filters see it: `getStatus()` is that of its reason, `getResponse()` the
 * body that a client needs to tell what to do next. The headers of the answer are set already.
 */
export class Tier2Refusal extends HttpException {
  override readonly name = "Tier2Refusal";
  readonly reason: Rejected["reason"];

  constructor(
    readonly body: Rejected,
    status: HttpStatus,
  ) {
    super({ ...body }, status);
    this.message = body.error;
    this.reason = body.reason;
  }
}
