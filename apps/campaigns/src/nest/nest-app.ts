import type { Tier2Options, Tier2Tool } from "@holdpoint/tier2-core";
import { Tier2Module } from "@holdpoint/tier2-nest";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { type ExecutionContext, type INestApplication, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { Request } from "express";
import type { Sql } from "../database/sql.js";
import { mayTouch } from "../policies/environment-access.js";
import { policies } from "../policies/policies.js";
import { requesterOf, tokenVerifier } from "../server/identity.js";
import { loopbackOnly } from "../server/loopback-only.js";
import { CampaignsController } from "./campaigns-controller.js";
import { sqlToken, toolsToken } from "./tokens.js";
import { ToolsController } from "./tools-controller.js";

interface NestAppParts {
  readonly sql: Sql;
  readonly tools: readonly Tier2Tool[];
  /** The same store, server name and times as every other server of the deployment. */
  readonly options: Tier2Options;
}

@Module({})
class CampaignsModule {}

const requester = (context: ExecutionContext) => requesterOf(context.switchToHttp().getRequest<Request>().auth);

/** The campaign manager's dangerous tools in a Nest app beside the Express one: neither knows the other, both share records. */
export async function nestApp({ sql, tools, options }: NestAppParts): Promise<INestApplication> {
  const app = await NestFactory.create(
    {
      module: CampaignsModule,
      imports: [Tier2Module.forRoot({ policies, authorize: mayTouch, ...options, tools, requester })],
      controllers: [CampaignsController, ToolsController],
      providers: [
        { provide: sqlToken, useValue: sql },
        { provide: toolsToken, useValue: tools },
      ],
    },
    { logger: ["error", "warn"] },
  );
  app.use(...loopbackOnly(), requireBearerAuth({ verifier: tokenVerifier }));
  return app;
}
