// The members of the workspace, read from the folders: what is there is what gets tested and packed.
import fs from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

/** @returns {{ dir: string, folder: string, manifest: Record<string, any> }[]} sorted by path */
export function members() {
  return ["apps", "packages"].flatMap((parent) => {
    const folders = fs.existsSync(path.join(root, parent)) ? fs.readdirSync(path.join(root, parent)).sort() : [];
    return folders.flatMap((folder) => {
      const dir = path.join(root, parent, folder);
      const file = path.join(dir, "package.json");
      return fs.existsSync(file) ? [{ dir, folder, manifest: JSON.parse(fs.readFileSync(file, "utf8")) }] : [];
    });
  });
}
