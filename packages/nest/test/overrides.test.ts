import { Tier2, Tier2Unguarded } from "@holdpoint/tier2-nest";
import { Controller, Delete, Param, type Type } from "@nestjs/common";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

class Guarded {
  @Delete(":id")
  @Tier2({ preview: "preview" })
  remove(@Param("id") id: string): object {
    ran.push(["guarded", id]);
    return { id };
  }
  preview(id: string) {
    return { summary: `Will delete ${id}`, preview: {} };
  }
}

@Controller("foos")
class Overrides extends Guarded {
  @Delete(":id")
  override remove(@Param("id") id: string) {
    ran.push(["override", id]);
    return { id };
  }
}

@Controller("foos")
class Meant extends Guarded {
  @Delete(":id")
  @Tier2Unguarded()
  override remove(@Param("id") id: string) {
    ran.push(["meant", id]);
    return { id };
  }
}

const problem = (name: string) =>
  `${name}.remove: it is a route without @Tier2() and overrides a method that is under it. Put @Tier2() on it too, or @Tier2Unguarded() if it is to run at once.`;

describe.each(platforms)("a route that overrides a guarded one, on $platform", ({ adapter }) => {
  const made = (...controllers: Type[]) => appOf({ imports: [tier2().module], controllers }, adapter);

  test("stops the start-up, also where a class only inherits it, and beside the guarded one", async () => {
    @Controller("bars")
    class Grandchild extends Overrides {}
    @Controller("base")
    class Base extends Guarded {}
    await expect(made(Overrides)).rejects.toMatchObject({ code: "invalid_setup", message: problem("Overrides") });
    await expect(made(Grandchild)).rejects.toThrow(problem("Grandchild"));
    await expect(made(Base, Overrides)).rejects.toThrow(problem("Overrides"));
  });

  test("runs at once where its author decided that with @Tier2Unguarded(), and where a class inherits that", async () => {
    @Controller("bars")
    class Grandchild extends Meant {}
    const url = await serve(await made(Meant, Grandchild));
    for (const path of ["foos", "bars"]) expect((await send(`${url}/${path}/7`)).body).toEqual({ id: "7" });
    expect(ran).toEqual([
      ["meant", "7"],
      ["meant", "7"],
    ]);
  });

  test("is not decided for by a method that it overrides in turn", async () => {
    @Controller("bars")
    class Again extends Meant {
      @Delete(":id")
      override remove(@Param("id") id: string) {
        return { id };
      }
    }
    await expect(made(Again)).rejects.toThrow(problem("Again"));
  });

  test("is guarded under @Tier2() of its own", async () => {
    @Controller("foos")
    class Again extends Meant {
      @Delete(":id")
      @Tier2({ preview: "preview" })
      override remove(@Param("id") id: string) {
        return super.remove(id);
      }
    }
    const url = await serve(await made(Again));
    expect((await send(`${url}/foos/7`)).status).toBe(428);
    expect(ran).toEqual([]);
  });
});

test("a method that is under @Tier2() and @Tier2Unguarded() stops the start-up", async () => {
  @Controller("foos")
  class Both extends Guarded {
    @Delete(":id")
    @Tier2Unguarded()
    @Tier2({ preview: "preview" })
    override remove(@Param("id") id: string) {
      return { id };
    }
  }
  await expect(appOf({ imports: [tier2().module], controllers: [Both] })).rejects.toThrow(
    "Both.remove: it is under @Tier2() and @Tier2Unguarded(): which is it?",
  );
});

test("an override that is no route is nobody's request", async () => {
  @Controller("foos")
  class Hidden extends Guarded {
    override remove(id: string) {
      return { id };
    }
  }
  const url = await serve(await appOf({ imports: [tier2().module], controllers: [Hidden] }));
  expect((await send(`${url}/foos/7`)).status).toBe(404);
});

test("@Tier2Unguarded() stands on methods of instances", () => {
  expect(() => {
    // biome-ignore lint/complexity/noStaticOnlyClass: that is the mistake
    class Foos {
      @Tier2Unguarded()
      static remove() {}
    }
    return Foos;
  }).toThrow("Foos.remove: @Tier2Unguarded() stands on methods of instances.");
});

describe("a property of the controller itself, which Nest would call in the place of the guarded method, stops the start-up", () => {
  const covered = async (controller: Type) =>
    serve(await appOf({ imports: [tier2().module], controllers: [controller] }));

  test("written as an arrow function", async () => {
    @Controller("foos")
    class Arrow extends Guarded {
      override remove = (id: string) => ({ id });
    }
    await expect(covered(Arrow)).rejects.toMatchObject({
      code: "invalid_setup",
      message: expect.stringContaining("Arrow.remove: a property of the controller covers this guarded method"),
    });
  });

  test("assigned in a constructor, be it the method itself, bound", async () => {
    @Controller("foos")
    class Bound extends Guarded {
      constructor() {
        super();
        this.remove = this.remove.bind(this);
      }
    }
    await expect(covered(Bound)).rejects.toThrow("Bound.remove: a property of the controller covers");
  });
});
