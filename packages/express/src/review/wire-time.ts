const furthestMs = 8.64e15;

/** A time twice: `decide_by` as ISO 8601 text for people, `decide_by_ms` to reckon with; null where there is none. */
export function wireTime<N extends string>(name: N, ms: number | null) {
  const text = ms === null || Math.abs(ms) > furthestMs ? null : new Date(ms).toISOString();
  return { [name]: text, [`${name}_ms`]: ms } as Record<N, string | null> & Record<`${N}_ms`, number | null>;
}
