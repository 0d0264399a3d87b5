import { chapters } from "./walkthrough/chapters.js";
import { Page } from "./walkthrough/page.js";
import { runChapters } from "./walkthrough/run-chapters.js";
import { openTheatre } from "./walkthrough/theatre.js";

const page = new Page(process.stdout);
page.line("Starting the database (PostgreSQL in this process; a few seconds) …");
const theatre = await openTheatre();
process.exitCode = await runChapters(chapters, theatre, page);
await theatre.close();
