import net from "node:net";

/**
 * Whether a host's name means this machine, without asking a name server. A name under `.localhost` does not: what it
 * means is for the resolver to say, and it may say another machine.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (net.isIPv4(name)) return name.startsWith("127.");
  if (net.isIPv6(name)) return name === "::1" || /^::ffff:(127\.|7f[0-9a-f]{2}:)/.test(name);
  return name === "localhost";
}
