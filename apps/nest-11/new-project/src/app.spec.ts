import { Test } from "@nestjs/testing";
import { AppModule } from "./app.module";

describe("a guarded route", () => {
  it("answers the preview, runs once, and replays", async () => {
    const testing = await Test.createTestingModule({ imports: [AppModule] }).compile();
    const app = testing.createNestApplication();
    app.use((request: { user?: object }, _response: unknown, next: () => void) => {
      request.user = { tokenId: "alice" };
      next();
    });
    await app.listen(0, "127.0.0.1");
    const url = `${await app.getUrl()}/foos/7`;
    const first = await fetch(url, { method: "DELETE" });
    expect(first.status).toBe(428);
    const { confirm_token } = await first.json();
    const confirmed = () => fetch(url, { method: "DELETE", headers: { "Tier2-Confirm-Token": confirm_token } });
    expect(await (await confirmed()).json()).toMatchObject({ found: true });
    expect((await confirmed()).headers.get("Idempotency-Replayed")).toBe("true");
    await app.close();
  });
});
