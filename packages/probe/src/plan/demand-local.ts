import { setupError } from "../setup-error.js";
import { isLoopback } from "./loopback.js";
import type { Plan } from "./plan.js";

/**
 * Refuses to reach any host but this machine that the plan does not allow by name.
 *
 * @throws Tier2Error `invalid_setup` that names the hosts
 */
export function demandLocal(plan: Plan, allowed: readonly string[]): void {
  const far = addressesIn(plan).flatMap((address) => {
    return hostsOf(address)
      .filter((host) => host === "" || !(isLoopback(host) || allowed.includes(host)))
      .map((host) => host || "an address without a host");
  });
  if (far.length > 0)
    throw setupError(
      `The plan reaches ${[...new Set(far)].join(", ")}, which is not this machine. If everything there may be lost, say so with "allowHosts" or --allow-host.`,
    );
}

/** A Postgres address may name another host behind its `?`, and that one is connected to. */
function hostsOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return [""];
  const { hostname, searchParams, protocol } = new URL(address);
  const others = protocol.startsWith("http") ? [] : [...searchParams].filter(([name]) => name === "host");
  return [hostname, ...others.map(([, host]) => host)];
}

function addressesIn({ server, observers }: Plan): readonly string[] {
  const own = "url" in server ? [server.url] : [];
  const watched = Object.values(observers).flatMap((each): readonly string[] => {
    if ("postgres" in each) return [each.postgres];
    if ("redis" in each) return [each.redis];
    if (!("number" in each)) return [];
    const source = each.number;
    return ["url" in source ? source.url : "redis" in source ? source.redis : source.postgres];
  });
  return [...own, ...watched];
}
