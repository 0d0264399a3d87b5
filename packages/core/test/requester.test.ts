import { expect, test } from "vitest";
import { requesterOf } from "../src/requester.js";

test("only what belongs to a requester is kept of an application's user object", () => {
  const user = { tokenId: "t1", subject: "user:7", process: "p", accessToken: "secret", passwordHash: "hash" };
  expect(requesterOf(user)).toEqual({ tokenId: "t1", subject: "user:7", process: "p" });
});

test("a copy, which nobody changes", () => {
  const user = { tokenId: "t1" };
  const requester = requesterOf(user);
  user.tokenId = "t2";
  expect(requester).toEqual({ tokenId: "t1" });
  expect(Object.isFrozen(requester)).toBe(true);
});

test("whoever has no text as tokenId is nobody", () => {
  for (const tokenId of ["", undefined, null, 7, {}]) expect(requesterOf({ tokenId } as never)).toBeUndefined();
  expect(requesterOf(undefined)).toBeUndefined();
});
