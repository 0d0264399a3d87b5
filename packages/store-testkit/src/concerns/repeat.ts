import assert from "node:assert/strict";
import type { Check } from "../check.js";
import { aFirstWrite, always, aWrite, create, write } from "../writes.js";

export const repeatChecks: readonly Check[] = [
  {
    requirement: "repeat-recognised",
    title: "an insert repeated because its reply was lost finds its own tag, or what became of its record",
    async run({ store }) {
      const attempt = aFirstWrite({ state: '"mine"' });
      const lost = await store.insert("c:1", attempt);
      const repeated = await store.insert("c:1", attempt);
      assert.equal(repeated.record.tag, lost.record.tag, "the repeated insert did not find its own tag");
      const claimed = await write(store, "c:1");
      const late = await store.insert("c:1", attempt);
      assert.ok(!late.ok, "an insert repeated late was accepted");
      assert.equal(
        late.record.tag,
        claimed.tag,
        "an insert repeated late was answered with something else than what stands",
      );
    },
  },
  {
    requirement: "repeat-recognised",
    title:
      "a swap repeated because its reply was lost finds its own tag, or what became of its record; a rival never does",
    async run({ store }) {
      const { tag } = await create(store, "c:1");
      const [claim, rival] = [aWrite({ state: '"mine"' }), aWrite({ state: '"theirs"' })];
      const lost = await store.swap("c:1", tag, claim, always);
      if (lost.record?.tag !== claim.tag) return; // that breaks another requirement
      const repeated = await store.swap("c:1", tag, claim, always);
      assert.equal(repeated.record?.tag, claim.tag, "the repeated swap did not find its own tag");
      const completed = await write(store, "c:1", { data: '"done"' });
      const refused = await store.swap("c:1", tag, rival, always);
      if (refused.ok) return; // so does this
      assert.equal(refused.record?.tag, completed.tag, "a rival was not shown what stands");
      const late = await store.swap("c:1", tag, claim, always);
      assert.ok(!late.ok, "a swap repeated late was accepted");
      assert.equal(
        late.record?.tag,
        completed.tag,
        "a swap repeated late was answered with something else than what stands",
      );
    },
  },
];
