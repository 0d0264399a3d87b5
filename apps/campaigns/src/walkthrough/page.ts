import { type Paint, paintFor } from "./paint.js";
import { type Row, table } from "./table.js";

const width = 100;

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  hasColors?: () => boolean;
}

/** What the walk-through prints, line by line as it happens. */
export class Page {
  readonly #output: Output;
  readonly #paint: Paint;

  constructor(output: Output) {
    this.#output = output;
    this.#paint = paintFor(output);
  }

  line(text = ""): void {
    this.#output.write(`${text}\n`);
  }

  chapter(number: number, count: number, title: string): void {
    const text = `━━ ${number}/${count}  ${title} `;
    this.line(`\n${this.#paint("bold", text.padEnd(width, "━"))}`);
  }

  /** What happens and why, in words. */
  say(text: string): void {
    this.line();
    for (const line of wrapped(text, width - 3)) this.line(`   ${line}`);
  }

  sent(text: string): void {
    this.line(`   ${this.#paint("cyan", "→")} ${text}`);
  }

  received(status: string, text: string): void {
    const colour = status === "ok" ? "green" : status === "confirmation_required" ? "yellow" : "red";
    this.line(`   ${this.#paint("cyan", "←")} ${this.#paint(colour, status)}  ${text}`);
  }

  exchange(sent: string, status: number, text: string): void {
    this.sent(sent);
    this.line(
      `   ${this.#paint("cyan", "←")} ${this.#paint(status < 300 ? "green" : "yellow", String(status))}  ${text}`,
    );
  }

  /** What somebody at a client reads, and what they answer. */
  asked(question: string, answer: string): void {
    for (const line of question.split("\n")) this.line(`     ${this.#paint("yellow", "?")} ${line}`);
    this.line(`     ${this.#paint("cyan", "!")} ${answer}`);
  }

  table(rows: readonly Row[]): void {
    for (const line of table(rows)) this.line(`     ${line}`);
  }

  json(value: unknown): void {
    this.lines(JSON.stringify(value, undefined, 2).split("\n"));
  }

  lines(lines: readonly string[]): void {
    for (const line of lines) this.line(`     ${line}`);
  }

  good(text: string): void {
    this.line(`   ${this.#paint("green", "✔")} ${text}`);
  }

  bad(text: string): void {
    this.line(`   ${this.#paint("red", `✘ ${text}`)}`);
  }

  verdict(isGood: boolean, text: string): void {
    this.line(`\n${this.#paint(isGood ? "green" : "red", this.#paint("bold", text))}`);
  }
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
