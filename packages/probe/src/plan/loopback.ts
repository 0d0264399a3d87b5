import net from "node:net";

/** Whether a host's name means this machine, without asking a name server. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (net.isIPv4(name)) return name.startsWith("127.");
  if (net.isIPv6(name)) return name === "::1" || /^::ffff:(127\.|7f)/.test(name);
  return name === "localhost" || name.endsWith(".localhost");
}
