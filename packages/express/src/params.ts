import type { Request } from "express";
import { membersOf } from "./members.js";

interface Named {
  readonly name: string;
  readonly value: unknown;
  readonly place: "path" | "query" | "body";
}

/** An optional parameter that the path left out is there as undefined: it counts as absent. */
function namedIn(req: Request): Named[] {
  const places = { path: req.params as unknown, query: req.query as unknown, body: req.body as unknown };
  return (Object.keys(places) as Named["place"][]).flatMap((place) =>
    Object.entries(membersOf(places[place]))
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value, place })),
  );
}

/** Everything that the request names, from body, query and path, as it is: a number in a path stays text. */
export function paramsOf(req: Request): object {
  return Object.fromEntries(namedIn(req).map(({ name, value }) => [name, value]));
}

/** Whichever of the two won, somebody who looked at the other place would have been shown something else. */
export function namesInTwoPlaces(req: Request): string | undefined {
  const placesOf = new Map<string, string[]>();
  for (const { name, place } of namedIn(req)) placesOf.set(name, [...(placesOf.get(name) ?? []), `the ${place}`]);
  const twice = [...placesOf].filter(([, places]) => places.length > 1);
  if (twice.length === 0) return undefined;
  return `${twice.map(([name, places]) => `${JSON.stringify(name)} stands in ${places.join(" and in ")}`).join(", ")}; send it once`;
}
