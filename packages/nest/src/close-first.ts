import type { ModulesContainer } from "@nestjs/core";

/**
 * Nest destroys modules by their distance from the root, and global ones last of all: after the modules whose store,
 * pool or services the running operations still use. A distance before that of the root lets the engine close first.
 */
export function closeFirst(modules: ModulesContainer, token: string): void {
  for (const module of modules.values()) {
    if (module.providers.has(token)) module.distance = -1;
  }
}
