/** What the deployment gives to the Nest app's controllers. */
export const sqlToken = "campaigns:sql";
export const toolsToken = "campaigns:tools";
