import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignOrigin, type RequestHeaders } from "../../src/review/same-origin.js";

const host = fc.constantFrom("review.example", "review.example:8443", "127.0.0.1:3000", "[::1]:3000", "localhost");
const scheme = fc.constantFrom("http", "https");
const site = fc.constantFrom("cross-site", "same-site", "none", "", "Same-Origin", "same-origin, same-origin");
const decide = (headers: RequestHeaders, allowedOrigins?: string[]) =>
  foreignOrigin(headers, { read: false, allowedOrigins });

test("the own origin decides, on whatever host and port, by either scheme", () => {
  fc.assert(
    fc.property(host, scheme, fc.constantFrom(undefined, "same-origin"), (name, by, says) => {
      expect(decide({ host: name, origin: `${by}://${name}`, "sec-fetch-site": says })).toBeUndefined();
    }),
  );
});

test("no other origin decides, whatever it is", () => {
  const origin = fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom("null", "", "file://", "https://"), host);
  fc.assert(
    fc.property(host, origin, fc.constantFrom(undefined, "same-origin"), (name, from, says) => {
      fc.pre(!URL.canParse(from) || new URL(from).host !== name);
      expect(decide({ host: name, origin: from, "sec-fetch-site": says })).toEqual(expect.any(String));
    }),
  );
});

test("nothing decides that its browser does not call same-origin", () => {
  fc.assert(
    fc.property(host, site, fc.boolean(), (name, says, named) => {
      const headers = { host: name, "sec-fetch-site": says, ...(named && { origin: `https://${name}` }) };
      expect(decide(headers)).toEqual(expect.any(String));
    }),
  );
});

test("a listed origin decides from anywhere, any other from nowhere", () => {
  fc.assert(
    fc.property(host, host, site, (listed, name, says) => {
      const from = (origin: string) => decide({ host: name, origin, "sec-fetch-site": says }, [`https://${listed}`]);
      expect(from(`https://${listed}`)).toBeUndefined();
      expect(from(`http://${listed}`)).toEqual(expect.any(String));
      if (name !== listed) expect(from(`https://${name}`)).toEqual(expect.any(String));
    }),
  );
});

test("a header that came twice says nothing good", () => {
  const own = { host: "review.example", origin: "https://review.example" };
  expect(decide({ ...own, origin: [own.origin, own.origin] })).toEqual(expect.any(String));
  expect(decide({ ...own, "sec-fetch-site": ["same-origin", "same-origin"] })).toEqual(expect.any(String));
  expect(decide({ ...own, host: ["review.example", "review.example"] })).toEqual(expect.any(String));
});

test("HTTP/2 names the host as its authority", () => {
  expect(decide({ ":authority": "review.example", origin: "https://review.example" })).toBeUndefined();
  expect(decide({ ":authority": "evil.example", host: "review.example", origin: "https://review.example" })).toEqual(
    expect.any(String),
  );
});

test("without a host no origin is the own one", () => {
  expect(decide({ origin: "https://review.example" })).toEqual(expect.any(String));
});
