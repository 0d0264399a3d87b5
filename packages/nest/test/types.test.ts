import { Tier2, type Tier2DecoratorOptions } from "@holdpoint/tier2-nest";
import { applyDecorators, Controller, Delete, Param } from "@nestjs/common";
import { expect, expectTypeOf, test } from "vitest";
import { appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const answer = () => ({ summary: "Will do it", preview: {} });

class Previews {
  preview(_id: number) {
    return answer();
  }
}

// Compiled rather than run: each line below an expected error has to be one.
const Foos = () => {
  class Compiled {
    @Tier2({ preview: "fits" })
    exact(_id: number, _why: string) {}
    @Tier2({ preview: "fewer" })
    withFewer(_id: number, _why: string) {}
    @Tier2({ preview: Previews })
    provided(_id: number, _why: string) {}

    // @ts-expect-error there is no such method
    @Tier2({ preview: "missing" })
    a(_id: number) {}
    // @ts-expect-error it wants another type of argument
    @Tier2({ preview: "fits" })
    b(_id: string, _why: string) {}
    // @ts-expect-error it wants more arguments than there are
    @Tier2({ preview: "fits" })
    c(_id: number) {}
    // @ts-expect-error it answers no preview
    @Tier2({ preview: "noPreview" })
    d(_id: number) {}
    // @ts-expect-error the provider wants another type of argument
    @Tier2({ preview: Previews })
    e(_id: string) {}
    // @ts-expect-error an unknown option
    @Tier2({ preview: "fits", levels: "L2" })
    f(_id: number, _why: string) {}
    // @ts-expect-error an unknown category
    @Tier2({ preview: "fits", category: "harmless" })
    g(_id: number, _why: string) {}
    // @ts-expect-error without a preview
    @Tier2({ category: "delete" })
    h(_id: number) {}

    // @ts-expect-error a property is no method
    @Tier2({ preview: "fits" })
    property = 1;

    fits(_id: number, _why: string) {
      return answer();
    }
    async fewer(_id: number) {
      return answer();
    }
    noPreview(_id: number) {
      return { done: true };
    }
  }
  // @ts-expect-error a class is no method
  @Tier2({ preview: "fits" })
  class Whole {}
  return [Compiled, Whole];
};

const GuardedDelete = (path: string) =>
  applyDecorators(Delete(path), Tier2({ preview: "preview", category: "delete" }));
const DeletePreviewed = (path: string) => applyDecorators(Tier2({ preview: Previews }), Delete(path));

@Controller("foos")
class Composed {
  @GuardedDelete("named/:id")
  named(@Param("id") id: string) {
    return { id };
  }
  @DeletePreviewed("provided/:id")
  provided(@Param("id") id: number) {
    return { id };
  }
  preview(id: string) {
    return { summary: `Will delete ${id}`, preview: {} };
  }
}

test.each(["named", "provided"])(
  "applyDecorators() takes it among others, and the method is guarded: %s",
  async (path) => {
    const app = await appOf({ imports: [tier2().module], controllers: [Composed], providers: [Previews] });
    const url = `${await serve(app)}/foos/${path}/7`;
    const first = await send(url);
    expect(first.status).toBe(428);
    const done = await send(url, { body: { confirm_token: first.body.confirm_token } });
    expect(done.body).toEqual({ id: "7" });
  },
);

test("the preview's name is a literal", () => {
  expect(Foos).toBeTypeOf("function");
  expectTypeOf<Tier2DecoratorOptions<"fits">["preview"]>().toEqualTypeOf<"fits">();
});
