export const usage = `tier2-probe: tests the annotations of MCP tools against what the tools really do.

  tier2-probe run plan.json [options]       probe the server of the plan
  tier2-probe init [--url URL | -- program args]   print a plan to be completed

Options of run
  --tool NAME             only this tool (repeatable)
  --json FILE             write the report as JSON
  --markdown FILE         … as Markdown
  --junit FILE            … as JUnit XML, for CI
  --baseline FILE         fail if hints, schemas or behaviour are not those of this file any more
  --update-baseline       write that file instead, of all tools (not with --tool)
  --allow-host HOST       a host besides this machine that may be reached (repeatable)
  --strict                fail too where nobody can tell whether a promise is kept
  --color, --no-color

Exit code: 0 agrees · 1 a hint is contradicted · 2 could not run · 3 drift from the baseline · 4 cannot tell (--strict)
The target must be marked as disposable: everything in it may be lost.
`;
