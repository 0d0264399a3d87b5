export interface Curl {
  readonly url: string;
  readonly init: RequestInit;
  /** What the README shows below it; `…` stands for anything. */
  readonly shows: string;
}

/** The `$ curl` lines of a console block, each with the line below it. */
export function curlsOf(markdown: string): readonly Curl[] {
  const [, session = ""] = markdown.match(/```console\n([\s\S]*?)```/) ?? [];
  return [...session.matchAll(/^\$ curl (.*)\n(.*)$/gm)].map(([, command = "", shows = ""]) => {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const given = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1] ?? ""] : []));
    const url = words.find((word) => word.startsWith("localhost:")) ?? "";
    const headers = given("-H").map((line) => line.split(": ") as [string, string]);
    return { url, init: { method: given("-X")[0] ?? "GET", headers }, shows };
  });
}

/** Is that what the README shows? */
export const isShown = (shows: string, answer: string): boolean =>
  new RegExp(
    `^${shows
      .split("…")
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+")}$`,
  ).test(answer);
