/** No honest answer is nested deeper. What reads answers calls itself for each level, and must not run out of stack. */
export const maxLevels = 500;

/** Whether plain JSON is nested deeper than `maxLevels`; it calls itself for no level. */
export function tooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}
