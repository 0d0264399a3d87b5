import { Logger } from "@nestjs/common";
import { declaredArguments } from "./counted-arguments.js";
import type { DiscoveredMethod } from "./discover-methods.js";
import { outsideArgument, unconfirmedArgument, wholeMessage, wholeRequest } from "./nest-metadata.js";
import { setupError } from "./setup-error.js";
import { paramNamesOf } from "./tier2-param.js";

const nameIt = 'Put @Tier2Param("name") beside its decorator';

/** @throws Tier2Error `invalid_setup`, at start-up, for arguments of which a token would not tell which call it confirms */
export function demandOwnParams(found: DiscoveredMethod): void {
  const { about, counted } = found;
  const wholes = counted.filter(({ name }) => name === undefined).map(({ place }) => place);
  const twice = wholes.find((place, index) => wholes.indexOf(place) !== index);
  if (twice !== undefined) throw setupError(about, `two of its arguments are the whole ${twice}. ${nameIt}.`);
  const places = new Map<string, string>();
  for (const { name, place } of counted) {
    if (name === undefined) continue;
    const other = places.get(name) ?? (new Set(wholes).size > 1 ? wholes.find((whole) => whole === name) : undefined);
    if (other !== undefined && other !== place) {
      throw setupError(
        about,
        `two of its params would be called "${name}", of ${other} and of ${place}. ${nameIt}, with another name.`,
      );
    }
    places.set(name, place);
  }
  demandNoneOutside(found);
  demandSomeParam(found);
}

/** A method that gets the request and no param reads its arguments there: its token would confirm a call with any others. */
function demandSomeParam({ about, controller, guarded, kind, counted }: DiscoveredMethod): void {
  if (counted.length > 0) return;
  const names = paramNamesOf(controller, guarded.key);
  const whole = kind === "route" ? wholeRequest : wholeMessage;
  const whence = declaredArguments(controller, guarded.key).find(({ what }) => what === whole.index);
  if (whence === undefined || names[whence.index] === false) return;
  const proper = kind === "route" ? "@Param(), @Query() or @Body()" : "@Payload()";
  throw setupError(
    about,
    `its argument ${whence.index} comes from ${whole.what} and it has no params, so a token would confirm whatever is read there. Take what it needs through ${proper}, or put @Tier2Param(false) beside ${whole.what} to say that it reads none of its arguments there.`,
  );
}

/** What a request carries and no token would confirm is a decision of the author's. */
function demandNoneOutside({ about, controller, guarded, kind }: DiscoveredMethod): void {
  const names = paramNamesOf(controller, guarded.key);
  for (const { index, what, data } of declaredArguments(controller, guarded.key)) {
    if (names[index] !== undefined) continue;
    const outside = Number.isNaN(what)
      ? "a custom parameter decorator"
      : kind === "route"
        ? outsideArgument[what]
        : undefined;
    if (outside !== undefined) {
      throw setupError(
        about,
        `its argument ${index} comes from ${outside}, so no token would confirm it. ${nameIt}, or @Tier2Param(false) if it may change between preview and confirmation.`,
      );
    }
    const unconfirmed = kind === "route" ? unconfirmedArgument[what] : undefined;
    if (unconfirmed === undefined) continue;
    const source = typeof data === "string" ? `${unconfirmed} "${data}"` : unconfirmed;
    new Logger("Tier2Module").warn(
      `${about}: its argument ${index} comes from ${source}, and no token confirms it. ${nameIt}, or @Tier2Param(false) to say that this is meant.`,
    );
  }
}
