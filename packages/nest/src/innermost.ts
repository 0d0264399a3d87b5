import "reflect-metadata";
import { interceptors } from "./nest-metadata.js";

/**
 * Puts the interceptors under which `isOurs` finds one last, next to the pipes: those above may still make the body,
 * as a FileInterceptor does, and the protocol's keys are taken out of what they made.
 */
export function putInnermost(method: object, isOurs: (interceptor: unknown) => boolean): void {
  const declared: unknown[] = Reflect.getMetadata(interceptors, method) ?? [];
  const ours = declared.filter(isOurs);
  Reflect.defineMetadata(interceptors, [...declared.filter((one) => !isOurs(one)), ...ours], method);
}
