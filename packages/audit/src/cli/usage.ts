export const usage = `Usage: tier2 audit <command> …

  verify <log>           is it as it was written? Names the first bad entry and what is wrong
      --checkpoint <file>    signed ones, one a line; may be given more than once
      --public-key <file>    that checkpoints must be signed with; may be given more than once
      --json                 the verdict as JSON

  show <log>             what it says, one entry a line
      --operation <id>       the whole way of one operation, with its approval
      --requester <name>     token id or subject       --tool <name>
      --kind <kind>          decided, done or log      --since <time>  --until <time>
      --key <file>           of encrypted bodies; may be given more than once
      --json                 each entry as a line of JSON

  export <log>           a receipt of one operation, which others can check without the log
      --operation <id>       --checkpoint <file>       --public-key <file>
      --key <file>           of encrypted bodies       --out <file>

  receipt verify <file>  is what a receipt says in the log that was signed?
      --public-key <file>    --json

  checkpoint <log>       verifies it, and signs what it is now: keep that on another machine
      --private-key <file>   --checkpoint <file>  --public-key <file>   earlier ones that must agree

  keygen <name>          <name>.private.pem and <name>.public.pem, for checkpoints
      --encryption           <name>.key.json instead, for bodies

A log is a folder, or postgres://… (with --name, default audit, and --schema, default holdpoint).
Exit codes: 0 as it should be, 1 it is not, 2 that could not be found out.`;
