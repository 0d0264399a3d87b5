import { CannotStart } from "./cannot-start.js";
import type { Deployment } from "./deployment.js";
import { httpApp, linksOnlyApp } from "./http-app.js";
import { listen } from "./listen.js";
import { openDeployment } from "./open-deployment.js";
import { help, type Options, readOptions } from "./read-options.js";
import { serveStdio } from "./serve-stdio.js";
import { httpHints, toolTable } from "./start-text.js";
import { stopRequest } from "./stop-request.js";
import { toolList } from "./tool-list.js";

/** The whole life of the server; answers its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args);
    if (options.help) console.log(help);
    else await serve(options);
    return 0;
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error);
    return 1;
  }
}

async function serve({ stdio, port, ...where }: Options): Promise<void> {
  const stop = stopRequest();
  const deployed = await openDeployment(where);
  try {
    await (stdio ? overStdio(deployed, stop) : overHttp(deployed, port, stop));
  } finally {
    await deployed.close();
  }
}

async function overHttp(deployed: Deployment, port: number, stop: Promise<void>): Promise<void> {
  const listening = await listen(httpApp(deployed), port);
  deployed.address.url = listening.url;
  console.log(`${toolTable(toolList(deployed))}\n${httpHints(listening.url)}`);
  await stop;
  console.error("Stopping: waiting for what is running …");
  await listening.close(deployed.engine.close());
}

async function overStdio(deployed: Deployment, stop: Promise<void>): Promise<void> {
  const links = await listen(linksOnlyApp(deployed), 0);
  deployed.address.url = links.url;
  const server = await serveStdio(deployed);
  console.error(`${toolTable(toolList(deployed))}\n\nServing MCP over stdio.`);
  await Promise.race([stop, server.clientGone]);
  await links.close(deployed.engine.close());
  await server.close();
}
