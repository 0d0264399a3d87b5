/** Names of records that hold what somebody logs in with. */
const credential =
  /(^|[^a-z])(access|refresh|api|auth|oauth2?|session|bearer)?[_-]?(tokens?|credentials?|secrets?|api[_-]?keys?)([^a-z]|$)/i;

/** Whether a record's name says that it is a credential: its change is a refresh of one. */
export const isCredentialName = (record: string): boolean =>
  credential.test(record.replace(/([a-z])([A-Z])/g, "$1_$2"));

/** The effect of a written record, by its name. */
export const writeEffect = (record: string) => (isCredentialName(record) ? "credential" : "write");
