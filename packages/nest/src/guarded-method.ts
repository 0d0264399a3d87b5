import "reflect-metadata";
import type { Type } from "@nestjs/common";
import type { PreviewAnswer, Tier2MethodOptions } from "./tier2-options.js";

// biome-ignore lint/suspicious/noExplicitAny: a method of any arguments
export type PreviewProvider = Type<{ preview(...args: any[]): PreviewAnswer }>;

/** A method under `@Tier2()`. Its identity tells whether a call came through the pipeline that guards it. */
export interface GuardedMethod {
  readonly key: string;
  readonly options: Tier2MethodOptions<string | PreviewProvider>;
}

const metadataKey = Symbol.for("holdpoint.guarded-method");

export const guardedMethodOf = (method: unknown): GuardedMethod | undefined =>
  typeof method === "function" ? Reflect.getMetadata(metadataKey, method) : undefined;

export const markGuarded = (method: object, guarded: GuardedMethod): void =>
  Reflect.defineMetadata(metadataKey, guarded, method);
