const relativeWords =
  /\b(today|tomorrow|yesterday|tonight|now|next (week|month|year|\w+day)|last (week|month|year|\w+day)|(in|within) \d+ (second|minute|hour|day|week|month)s?|\d+ (second|minute|hour|day|week|month)s? (ago|from now))\b|^[+-]\d+[smhdw]$/i;

/** Paths of arguments whose meaning depends on when they are read. */
export function relativeTimes(value: unknown, path = ""): readonly string[] {
  if (typeof value === "string")
    return value.length <= 60 && relativeWords.test(value) ? [`${path} = ${JSON.stringify(value)}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => relativeTimes(item, path === "" ? name : `${path}.${name}`));
}
