import { type Tier2Engine, type Tier2Tool, toHttp } from "@holdpoint/tier2-core";
import { InjectTier2 } from "@holdpoint/tier2-nest";
import { Body, Controller, Inject, NotFoundException, Param, Post, Req, Res } from "@nestjs/common";
import type { Request, Response } from "express";
import { requesterOf } from "../server/identity.js";
import { toolsToken } from "./tokens.js";

/** The Tier-2 tools as they are defined once for every server: POST /api/tools/<name>, through the injected engine. */
@Controller("api/tools")
export class ToolsController {
  readonly #tier2: Tier2Engine;
  readonly #tools: ReadonlyMap<string, Tier2Tool>;

  constructor(@InjectTier2() tier2: Tier2Engine, @Inject(toolsToken) tools: readonly Tier2Tool[]) {
    this.#tier2 = tier2;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  @Post(":name")
  async call(
    @Param("name") name: string,
    @Body() args: unknown,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ): Promise<object> {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new NotFoundException(`There is no tool ${name}`);
    const confirmToken = req.get("Tier2-Confirm-Token");
    const reply = await this.#tier2.call(tool, args, { requester: requesterOf(req.auth), confirmToken, source: req });
    const { status, headers, body } = toHttp(reply);
    res.status(status).set(headers);
    return body;
  }
}
