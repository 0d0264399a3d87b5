import type { RequestHandler } from "express";
import type { Sql } from "../database/sql.js";
import { followLink } from "../entities/download-links.js";

/**
 * GET /downloads/<secret>: the link is the whole permission, so nothing else is asked for. An unknown link and one that
 * has expired are told alike.
 */
export const downloadRoute =
  (sql: Sql): RequestHandler<{ secret: string }> =>
  async (req, res) => {
    res.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff" });
    const download = await followLink(sql, req.params.secret);
    if (download?.outcome !== "served") {
      res.status(404).json({ error: "There is no such link, or no longer" });
      return;
    }
    res.attachment(download.name).type(download.media_type).send(download.content);
  };
