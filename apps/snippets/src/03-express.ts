import { createTier2 } from "@holdpoint/tier2-core";
import { tier2Middleware } from "@holdpoint/tier2-express";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import express from "express";
import { deleteFoo } from "./01-mcp-new.js";

declare global {
  namespace Express {
    interface Request {
      user?: { id: string; tokenId: string };
    }
  }
}
export const tier2 = createTier2({ store: memoryStore(), server: "foos" });
const requester = (req: express.Request) => req.user && { tokenId: req.user.tokenId, subject: req.user.id };
export const app = express();
app.use(express.json());
app.delete(
  "/foos/:id",
  tier2Middleware(tier2, deleteFoo, { requester, params: (req) => ({ id: Number(req.params.id) }) }),
);
app.post("/tools/delete_foo", tier2Middleware(tier2, deleteFoo, { requester }));
