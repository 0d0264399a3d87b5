import { afterEach, describe, expect, test } from "vitest";
import { call, envelopeOf, tokenOf } from "../support/answers.js";
import { ofEachLevel, target } from "./support/levels.js";
import { protocols } from "./support/protocols.js";
import { askable, fieldOf, machines, person } from "./support/users.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const [inMemory] = protocols;

async function clientThat(
  says: Parameters<typeof askable>[1],
  elicitation: Parameters<typeof askable>[0] = { form: {} },
) {
  const world = ofEachLevel();
  const user = askable(elicitation, says);
  const { connect, close } = await (inMemory as NonNullable<typeof inMemory>).open(world.registered);
  await connect(user.client);
  closing.push(close, () => user.client.close());
  return { ...world, ...user };
}

describe.each(Object.entries(machines))("a client that %s", (_what, says) => {
  test.each([{ form: {} }, { form: { applyDefaults: true } }])(
    "with %o executes nothing, however often it confirms",
    async (elicitation) => {
      const { client, runs, forms } = await clientThat(says, elicitation);
      const args = { id: 7, confirm_token: tokenOf(await call(client, "drop_L2", { id: 7 })) };
      for (let times = 0; times < 5; times += 1) {
        expect(envelopeOf(await call(client, "drop_L2", args))).toMatchObject({ reason: "not_confirmed" });
      }
      expect(forms.length).toBeGreaterThan(0);
      expect(forms.length).toBeLessThanOrEqual(3);
      expect(runs).toEqual([]);
    },
  );
});

test("a person who types what the form names executes it, once: the machines above fail for what they say alone", async () => {
  const { client, runs, forms } = await clientThat(person);
  const args = { id: 7, confirm_token: tokenOf(await call(client, "drop_L2", { id: 7 })) };
  for (let times = 0; times < 5; times += 1) {
    expect(envelopeOf(await call(client, "drop_L2", args))).toMatchObject({ status: "ok" });
  }
  expect([runs, forms.length]).toEqual([["L2"], 1]);
});

test("the form has one required text and nothing that a client could fill in: no default, no choice, no example", async () => {
  const { client, forms } = await clientThat(person);
  await call(client, "drop_L2", { id: 7, confirm_token: tokenOf(await call(client, "drop_L2", { id: 7 })) });
  const [form] = forms;
  if (form === undefined) throw new Error("Nobody was asked");
  const [name, field] = fieldOf(form);
  expect(form.requestedSchema).toEqual({ type: "object", properties: { [name]: field }, required: [name] });
  expect(Object.keys(field).sort()).toEqual(["description", "minLength", "title", "type"]);
  expect(field).toMatchObject({ type: "string", minLength: 1 });
  expect(JSON.stringify(form.requestedSchema)).not.toContain(target(7));
});
