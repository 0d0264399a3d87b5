import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { directory, disposableFile, httpCapture, mailCapture, type Observer, queueDepth } from "../../src/index.js";
import { desk } from "./desk.js";

/** Everything that the planted tools can reach, and its observers. */
export async function openWorld() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-world-"));
  const data = desk(folder);
  let jobs = 0;
  const mail = await mailCapture();
  const work = () => {
    jobs += 1;
  };
  // The remote of the tools: reading /exports/… there starts an export, whatever the method says.
  const remote = await httpCapture({
    name: "remote",
    remoteWatched: true,
    answer({ url }) {
      if (url.startsWith("/exports/")) work();
      return { status: 200, body: JSON.stringify({ url }) };
    },
  });
  const observers: readonly Observer[] = [
    directory({ name: "desk", path: folder }),
    mail,
    remote,
    queueDepth("jobs", async () => jobs),
  ];
  const reset = async () => {
    for (const name of await fs.readdir(folder)) await fs.rm(path.join(folder, name), { recursive: true });
    await fs.writeFile(path.join(folder, disposableFile), "");
    await data.put("tickets/t1", { state: "open", title: "Printer" });
    for (const name of ["ann", "bob", "cid"]) await data.put(`members/${name}`, { name });
    await data.put("auth/access_token", { token: "first" });
    await data.put("documents/d1", { title: "Plan", text: "All is well." });
    for (let index = 0; index < 12; index += 1) await data.put(`accounts/a${index}`, { owner: `owner ${index}` });
  };
  await reset();
  return {
    data,
    mail,
    remote,
    observers,
    reset,
    async close() {
      await Promise.all([mail.close?.(), remote.close?.()]);
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
