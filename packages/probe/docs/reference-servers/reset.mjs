// Puts the folder of one server back to what its cases start from. The mark says that everything in it may be lost.
import fs from "node:fs";
import path from "node:path";

const [name = ""] = process.argv.slice(2);
const graph = [
  { type: "entity", name: "ann", entityType: "person", observations: ["likes tea", "likes jam"] },
  { type: "entity", name: "carl", entityType: "person", observations: ["likes ham"] },
  { type: "relation", from: "ann", to: "carl", relationType: "knows" },
];
const notes = Array.from({ length: 60 }, (_none, index) => [`note-${index}.md`, "text\n"]);
const files = {
  filesystem: { "a.txt": "one\ntwo\n", "few/b.txt": "b\n", "few/c.txt": "c\n", ...Object.fromEntries(notes) },
  memory: { "graph.jsonl": graph.map((line) => JSON.stringify(line)).join("\n") },
  everything: {},
}[name];

fs.rmSync(name, { recursive: true, force: true });
for (const [file, text] of Object.entries({ ".tier2-probe-disposable": "", ...files })) {
  fs.mkdirSync(path.dirname(path.join(name, file)), { recursive: true });
  fs.writeFileSync(path.join(name, file), text);
}
