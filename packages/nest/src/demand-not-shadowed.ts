import { RequestMethod, VERSION_NEUTRAL, type VersioningOptions, VersioningType } from "@nestjs/common";
import type { RoutePlace } from "./route-places.js";
import { setupError } from "./setup-error.js";

/**
 * Of two routes on one path Nest runs the one that it registered first: an unguarded one there, such as one that a
 * subclass adds, would answer in the place of the guarded one. Routes that share only some of their requests, such as
 * `foos/all` and `foos/:id`, are no mistake.
 *
 * @throws Tier2Error `invalid_setup`, at start-up, for a route without `@Tier2()` on the path of a guarded one, before it
 */
export function demandNotShadowed(
  places: readonly RoutePlace[],
  instance: string | undefined,
  versioning: VersioningOptions | undefined,
): void {
  for (const [index, place] of places.entries()) {
    if (place.guarded === undefined || place.guarded.options.instance !== instance) continue;
    const first = places
      .slice(0, index)
      .find((other) => other.guarded === undefined && !other.isMeant && answersFor(other, place, versioning));
    if (first === undefined) continue;
    throw setupError(
      first.about,
      `it is a route without @Tier2() and answers ${RequestMethod[place.method]} ${place.path} before ${place.about} does, which is under it. Put @Tier2() on it too, give it another path, or put @Tier2Unguarded() on it if it is to run at once.`,
    );
  }
}

/** Would requests that are meant for the second come to the first? */
function answersFor(first: RoutePlace, second: RoutePlace, versioning: VersioningOptions | undefined): boolean {
  return (
    (first.method === second.method || first.method === RequestMethod.ALL) &&
    first.path === second.path &&
    (first.hosts === undefined || second.hosts?.some((host) => first.hosts?.includes(host)) === true) &&
    sharesVersion(first, second, versioning)
  );
}

function sharesVersion(first: RoutePlace, second: RoutePlace, versioning: VersioningOptions | undefined): boolean {
  if (versioning === undefined) return true;
  const [version, ...others] = first.versions;
  // Without a version a route answers for all of them, unless they stand in the path.
  if (version === VERSION_NEUTRAL && others.length === 0 && versioning.type !== VersioningType.URI) return true;
  return first.versions.some((one) => second.versions.includes(one));
}
