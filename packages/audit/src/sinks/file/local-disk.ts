import { Tier2Error } from "@holdpoint/tier2-core";
import type { Disk } from "./disk.js";

/** File systems that lie on another machine, by the numbers that Linux has for them (statfs(2)). */
const remote: Readonly<Record<number, string>> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  12805120: "Ceph",
  1397113167: "AFS",
  1937076805: "Coda",
  198183888: "Lustre",
  18225520: "GFS2",
  1952539503: "OCFS2",
};

/**
 * Whether another process is still there is only known of one on the same machine, so two machines could append to one log
 * at once.
 *
 * @throws Tier2Error `invalid_setup` where the folder is known to be shared between machines.
 */
export async function demandLocalDisk(disk: Disk, folder: string): Promise<void> {
  const kind = await disk.kindOf(folder);
  const name = kind === undefined ? undefined : remote[kind >>> 0];
  if (name === undefined) return;
  throw new Tier2Error(
    "invalid_setup",
    `Audit log: ${folder} lies on a file system of another machine (${name}), where processes cannot tell who appends. ` +
      "Take a local disk, or the Postgres sink.",
  );
}
