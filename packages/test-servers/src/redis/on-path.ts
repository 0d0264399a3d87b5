import fs from "node:fs";
import path from "node:path";

export function onPath(name: string): string | undefined {
  const files = (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name));
  return files.find((file) => fs.existsSync(file));
}
