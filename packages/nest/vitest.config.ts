import { shared } from "../../vitest.shared.ts";

export default shared({
  // Decorators as Nest uses them. The look-up of the tsconfig skips test/, which its "include" leaves out.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
});
