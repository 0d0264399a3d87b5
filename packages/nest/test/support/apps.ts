import type { INestApplication, ModuleMetadata } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { afterEach } from "vitest";

/** What each behaviour is tested on, as `describe.each(platforms)("… on $platform", …)`. */
export const platforms = [
  { platform: "Express", adapter: () => new ExpressAdapter() },
  { platform: "Fastify", adapter: () => new FastifyAdapter() },
];
export type Adapter = (typeof platforms)[number]["adapter"];

const running = new Set<INestApplication>();
afterEach(async () => {
  await Promise.all([...running].map((app) => app.close()));
  running.clear();
});

class Root {}

/** An app of one module, not started yet. The end of the test closes it. */
export async function appOf(
  metadata: ModuleMetadata,
  adapter: Adapter = () => new ExpressAdapter(),
): Promise<INestApplication> {
  const app = await NestFactory.create({ module: Root, ...metadata }, adapter(), {
    logger: false,
    abortOnError: false,
  });
  running.add(app);
  return app;
}

/** Starts it on a free loopback port; answers its address. */
export async function serve(app: INestApplication): Promise<string> {
  await app.listen(0, "127.0.0.1");
  return (await app.getUrl()).replace("[::1]", "127.0.0.1");
}
