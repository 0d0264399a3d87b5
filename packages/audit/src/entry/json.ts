/** What `JSON.parse` can answer. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
