import type { Json } from "./json.js";

type Edit = (value: Json) => Json;

const ofText = (edit: (value: string) => Json): Edit => {
  return (value) => (typeof value === "string" ? edit(value) : value);
};
const ofNumber = (edit: (value: number) => Json): Edit => {
  return (value) => (typeof value === "number" ? edit(value) : value);
};
const ofList = (edit: (value: Json[]) => Json): Edit => {
  return (value) => (Array.isArray(value) ? edit(value) : value);
};
const ofObject = (edit: (members: [string, Json][]) => Json): Edit => {
  return (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? edit(Object.entries(value)) : value;
};
const renamed = (name: (key: string) => string): Edit =>
  ofObject((members) =>
    Object.fromEntries(members.map(([key, inner], index) => [index === 0 ? name(key) : key, inner])),
  );
const withMember = (name: string, inner: Json): Edit =>
  ofObject((members) => Object.fromEntries([...members, [name, inner]]));

/** Changes that a careless comparison does not see. One that finds nothing to change leaves the value as it is. */
export const edits: readonly Edit[] = [
  ofNumber(String),
  ofNumber((value) => -value),
  ofNumber((value) => (Math.abs(value) < 2 ** 52 ? value + 1 : value)),
  ofNumber((value) => (Math.abs(value) < 1 ? value + 2 ** -52 : value)),
  ofText((value) => (/^\d{1,9}$/.test(value) ? Number(value) : value)),
  ofText((value) => (value === "null" ? null : value)),
  ofText((value) => (value === "{}" ? {} : value)),
  ofText((value) => value.normalize("NFD")),
  ofText((value) => value.normalize("NFKC")),
  ofText((value) => value.toUpperCase()),
  ofText((value) => `${value} `),
  ofText((value) => value.trim()),
  ofText((value) => `${value}\u200b`),
  ofText((value) => value.replaceAll("a", "\u0430")),
  ofText((value) => JSON.stringify(value).slice(1, -1)),
  ofList((list) => Object.fromEntries(Object.entries(list))),
  ofList((list) => [list]),
  ofList((list) => list.flat(1) as Json[]),
  ofList((list) => [list.join(",")]),
  ofList((list) => [...list].reverse()),
  ofList((list) => [...list, null]),
  ofList((list) => list.filter((element) => element !== null)),
  ofObject((members) => members.map(([, inner]) => inner)),
  ofObject((members) => Object.fromEntries(members.slice(1))),
  ofObject((members) => Object.fromEntries(members.filter(([, inner]) => inner !== null))),
  withMember("extra", null),
  withMember("", ""),
  withMember("__proto__", {}),
  renamed((key) => `${key}\u0000`),
  renamed((key) => key.normalize("NFD")),
  renamed((key) => key.toLowerCase()),
  renamed((key) => key.toUpperCase()),
  renamed(() => "__proto__"),
  renamed((key) => String(Number(key))),
  (value) => value ?? "null",
  () => null,
];
