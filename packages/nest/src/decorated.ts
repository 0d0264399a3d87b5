import "reflect-metadata";
import type { GuardedMethod } from "./guarded-method.js";
import { ownerOf } from "./owner-of.js";

const oneKey = Symbol.for("holdpoint.decorated");
const allKey = Symbol.for("holdpoint.decorated-keys");

/** Notes at the class which method was put under `@Tier2()`, where no other decorator can lose it. */
export function noteDecorated(prototype: object, guarded: GuardedMethod): void {
  Reflect.defineMetadata(oneKey, guarded, prototype, guarded.key);
  Reflect.defineMetadata(allKey, [...keysAt(prototype), guarded.key], prototype);
}

/** What was noted at this very class; an override without `@Tier2()` is another method. */
export const decoratedHere = (owner: object, key: string): GuardedMethod | undefined =>
  Reflect.getOwnMetadata(oneKey, owner, key);

/** What was noted at this class or one that it extends. */
export const decoratedAbove = (prototype: object, key: string): GuardedMethod | undefined =>
  Reflect.getMetadata(oneKey, prototype, key);

/** The methods under `@Tier2()` that objects of this class have, inherited ones included, overridden ones not. */
export function decoratedMethods(prototype: object): readonly GuardedMethod[] {
  const keys = new Set<string>();
  for (let owner: object | null = prototype; owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const key of keysAt(owner)) keys.add(key);
  }
  return [...keys].flatMap((key) => decoratedHere(ownerOf(prototype, key), key) ?? []);
}

const keysAt = (owner: object): readonly string[] => Reflect.getOwnMetadata(allKey, owner) ?? [];
