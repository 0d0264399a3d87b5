import { Tier2Error } from "@holdpoint/tier2-core";
import type { Disk } from "./disk.js";

/** File systems that lie on another machine, by the numbers that Linux has for them (statfs(2)). */
const remote: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB",
  0x00c36400: "Ceph",
  0x5346414f: "AFS",
  0x73757245: "Coda",
  0x0bd00bd0: "Lustre",
  0x01161970: "GFS2",
  0x7461636f: "OCFS2",
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
