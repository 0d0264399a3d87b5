/** The prototype that a method is taken from: an override is another method. */
export function ownerOf(prototype: object, key: string): object {
  let owner: object | null = prototype;
  while (owner !== null && !Object.hasOwn(owner, key)) owner = Object.getPrototypeOf(owner);
  return owner ?? prototype;
}
