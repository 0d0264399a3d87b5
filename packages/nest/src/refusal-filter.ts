import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { Tier2Refusal } from "./tier2-refusal.js";

/**
 * Sends a refusal as it is. `Tier2Module` has it globally; a filter of yours for `Tier2Refusal`, `HttpException` or
 * everything comes before it, and then your filter sends the answer.
 */
@Catch(Tier2Refusal)
export class Tier2RefusalFilter implements ExceptionFilter<Tier2Refusal> {
  readonly #host: HttpAdapterHost;

  constructor(@Inject(HttpAdapterHost) host: HttpAdapterHost) {
    this.#host = host;
  }

  catch(refusal: Tier2Refusal, host: ArgumentsHost): void {
    this.#host.httpAdapter.reply(host.switchToHttp().getResponse(), refusal.body, refusal.getStatus());
  }
}
