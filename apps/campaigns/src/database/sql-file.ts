import { readFile } from "node:fs/promises";

/** The .sql files stay in src: the compiled code, as deep in dist, reads the same ones and nothing is copied. */
export const sqlFile = (name: string) => readFile(new URL(`../../src/database/${name}`, import.meta.url), "utf8");
