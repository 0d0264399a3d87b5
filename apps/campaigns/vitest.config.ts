import { shared } from "../../vitest.shared.ts";

export default shared({ oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } } });
