/** Keys of a call that belong to the protocol and never to a tool's params. */
export const reservedKeys = ["confirm_token", "acknowledge_duplicate"] as const;

/** The arguments without the protocol's own keys. */
export function withoutReserved<V>(args: { readonly [key: string]: V }): { [key: string]: V } {
  return Object.fromEntries(Object.entries(args).filter(([key]) => !reservedKeys.includes(key as never)));
}
