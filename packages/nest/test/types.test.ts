import { Tier2, type Tier2DecoratorOptions } from "@holdpoint/tier2-nest";
import { expect, expectTypeOf, test } from "vitest";

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
  return Compiled;
};

test("the preview's name is a literal", () => {
  expect(Foos).toBeTypeOf("function");
  expectTypeOf<Tier2DecoratorOptions<"fits">["preview"]>().toEqualTypeOf<"fits">();
});
