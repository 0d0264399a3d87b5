import { Inject } from "@nestjs/common";

/** The module of one name, as it is written. Nest's own messages show the injection token, so it says what is missing. */
export const moduleCalled = (name: string | undefined): string =>
  name === undefined ? "Tier2Module.forRoot()" : `Tier2Module.forRoot({ name: "${name}" })`;

const ofInstance = (what: string, name: string | undefined): string => `${what} of ${moduleCalled(name)}`;

/** The injection token of a module's engine. */
export const getTier2Token = (name?: string): string => ofInstance("Tier2Engine", name);

/** Injects the `Tier2Engine` of `Tier2Module`, by its `name` where it has one. */
export const InjectTier2 = (name?: string): PropertyDecorator & ParameterDecorator => Inject(getTier2Token(name));

export const optionsToken = (name: string | undefined): string => ofInstance("options", name);
export const runtimeToken = (name: string | undefined): string => ofInstance("runtime", name);
