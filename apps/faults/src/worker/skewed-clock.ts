/** Sets the clock of this process ahead, or back: everything that asks for the date is told another one. */
export function setClockAhead(byMs: number): void {
  const TrueDate = Date;
  const now = () => TrueDate.now() + byMs;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, values: [], newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget) as object,
    apply: () => new TrueDate(now()).toString(),
    get: (target, name, receiver) => (name === "now" ? now : (Reflect.get(target, name, receiver) as unknown)),
  });
}
