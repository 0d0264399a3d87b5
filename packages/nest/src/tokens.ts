import { Inject } from "@nestjs/common";

const ofInstance = (what: string, name: string | undefined): string =>
  name === undefined ? `holdpoint:${what}` : `holdpoint:${what}:${name}`;

/** The injection token of a module's engine. */
export const getTier2Token = (name?: string): string => ofInstance("engine", name);

/** Injects the `Tier2Engine` of `Tier2Module`, by its `name` where it has one. */
export const InjectTier2 = (name?: string): PropertyDecorator & ParameterDecorator => Inject(getTier2Token(name));

export const optionsToken = (name: string | undefined): string => ofInstance("options", name);
export const runtimeToken = (name: string | undefined): string => ofInstance("runtime", name);
