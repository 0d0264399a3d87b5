import "reflect-metadata";
import { ClassSerializerInterceptor, type ExecutionContext } from "@nestjs/common";
import { type ApplicationConfig, Reflector } from "@nestjs/core";
import { lastValueFrom, of } from "rxjs";
import { interceptors } from "./nest-metadata.js";

/**
 * What Nest's ClassSerializerInterceptor makes of a result, where the route has one: what it leaves out must not be
 * recorded either, and it would not recognise the plain object of a replay.
 */
export async function serialized(
  result: unknown,
  context: ExecutionContext,
  config: ApplicationConfig,
): Promise<unknown> {
  const serializer = serializerOf(context, config);
  if (serializer === undefined) return result;
  return lastValueFrom(await serializer.intercept(context, { handle: () => of(result) }));
}

function serializerOf(context: ExecutionContext, config: ApplicationConfig): ClassSerializerInterceptor | undefined {
  const places = [context.getHandler(), context.getClass()];
  const declared: unknown[] = places.flatMap((place) => Reflect.getMetadata(interceptors, place) ?? []);
  const used = [
    ...declared,
    ...config.getGlobalInterceptors(),
    ...config.getGlobalRequestInterceptors().map((wrapper) => wrapper.metatype),
  ];
  const found = used.find((one) => one instanceof ClassSerializerInterceptor || isSerializerClass(one));
  if (found instanceof ClassSerializerInterceptor) return found;
  return isSerializerClass(found) ? new found(new Reflector()) : undefined;
}

const isSerializerClass = (value: unknown): value is typeof ClassSerializerInterceptor =>
  value === ClassSerializerInterceptor ||
  (typeof value === "function" && value.prototype instanceof ClassSerializerInterceptor);
