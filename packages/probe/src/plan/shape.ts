/** Says what is wrong with a value, by its path. Empty: nothing is. Unknown names are wrong: a typo must not leave a case out. */
export type Check = (at: string, given: unknown) => readonly string[];

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === "object" && given !== null && !Array.isArray(given);

const demand =
  (what: string, holds: (given: unknown) => boolean): Check =>
  (at, given) =>
    holds(given) ? [] : [`${at} must be ${what}`];

export const text = demand("a text", (given) => typeof given === "string" && given !== "");
export const flag = demand("true or false", (given) => typeof given === "boolean");
export const number = demand("a positive whole number", (given) => Number.isSafeInteger(given) && Number(given) > 0);
export const value = demand("a value", () => true);
export const oneOf = (names: readonly string[]): Check =>
  demand(`one of ${names.join(", ")}`, (given) => names.includes(String(given)));

/** A program and its arguments. There is no shell between. */
export const commandOf: Check = (at, given) => {
  const isCommand = Array.isArray(given) && given.length > 0 && given.every((each) => typeof each === "string");
  return isCommand ? [] : [`${at} must be a list: a program and its arguments`];
};

export const list =
  (check: Check): Check =>
  (at, given) =>
    Array.isArray(given) ? given.flatMap((each, index) => check(`${at}[${index}]`, each)) : [`${at} must be a list`];

export const map =
  (check: Check): Check =>
  (at, given) =>
    isObject(given)
      ? Object.entries(given).flatMap(([name, each]) => check(`${at}.${name}`, each))
      : [`${at} must be an object`];

export function shape(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>>): Check {
  return (at, given) => {
    if (!isObject(given)) return [`${at} must be an object`];
    const missing = Object.keys(required).filter((name) => !Object.hasOwn(given, name));
    const known: Readonly<Record<string, Check>> = { ...required, ...optional };
    return [
      ...missing.map((name) => `${at}.${name} is missing`),
      ...Object.entries(given).flatMap(([name, each]) => {
        const check = Object.hasOwn(known, name) ? known[name] : undefined;
        return check === undefined ? [`${at}.${name} is not known`] : check(`${at}.${name}`, each);
      }),
    ];
  };
}

/** One of several forms, told apart by the names that each of them requires. */
export function only(
  forms: readonly Readonly<Record<string, Check>>[],
  optional: Readonly<Record<string, Check>>,
): Check {
  return (at, given) => {
    if (!isObject(given)) return [`${at} must be an object`];
    const fits = forms.filter((form) => Object.keys(form).every((name) => Object.hasOwn(given, name)));
    const [form] = fits;
    if (form === undefined || fits.length > 1)
      return [`${at} must have exactly one of: ${forms.map((each) => Object.keys(each).join(" + ")).join(", ")}`];
    return shape(form, optional)(at, given);
  };
}
