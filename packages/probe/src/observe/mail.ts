import net from "node:net";
import { listen } from "./listen.js";
import type { Observer, Seen } from "./observer.js";

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
}

/** A mail server on loopback that takes everything and delivers nothing (RFC 5321, without extensions). */
export async function mailCapture({
  name = "mail",
} = {}): Promise<Observer & { readonly port: number; readonly url: string }> {
  const letters: Letter[] = [];
  const { port, close } = await listen(
    net.createServer((socket) => converse(socket, (letter) => letters.push(letter))),
  );
  return {
    name,
    port,
    url: `smtp://127.0.0.1:${port}`,
    watches: "mail to a capturing SMTP server",
    kind: "events",
    async snapshot() {
      const seen = (letter: Letter, index: number): [string, Seen] => [
        `mail to ${letter.to.join(", ")} #${index + 1}`,
        { effect: "notification", value: { ...letter } },
      ];
      return { records: new Map(letters.map(seen)) };
    },
    close,
  };
}

const replies: Readonly<Record<string, string>> = {
  EHLO: "250 tier2-probe",
  HELO: "250 tier2-probe",
  MAIL: "250 OK",
  RCPT: "250 OK",
  DATA: "354 End with a dot",
  RSET: "250 OK",
  NOOP: "250 OK",
  QUIT: "221 Bye",
};

const address = (line: string) => line.match(/<([^>]*)>/)?.[1] ?? line.slice(line.indexOf(":") + 1).trim();

function converse(socket: net.Socket, take: (letter: Letter) => void): void {
  let [from, to, rest]: [string, string[], string] = ["", [], ""];
  let text: string[] | undefined; // lines of the letter while it is told
  const say = (line: string) => void socket.write(`${line}\r\n`);

  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "MAIL") [from, to] = [address(line), []];
    if (verb === "RSET") [from, to] = ["", []];
    if (verb === "RCPT") to.push(address(line));
    if (verb === "DATA") text = [];
    say(replies[verb] ?? "502 Not here");
    if (verb === "QUIT") socket.end();
  };
  const content = (lines: string[], line: string) => {
    if (line !== ".") return void lines.push(line.replace(/^\./, ""));
    const subject =
      lines
        .find((each) => /^subject:/i.test(each))
        ?.slice("subject:".length)
        .trim() ?? "";
    take({ from, to, subject });
    text = undefined;
    say("250 Taken");
  };
  socket.setEncoding("utf8");
  socket.on("data", (bytes: string) => {
    const lines = (rest + bytes).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) text === undefined ? command(line) : content(text, line);
  });
  say("220 tier2-probe");
}
