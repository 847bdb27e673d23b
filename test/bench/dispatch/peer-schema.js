// The same four parameters for peers that take Zod schemas.
import { z } from "zod";

export const peerSchema = z.strictObject({
  path: z.string().min(1).describe("A path."),
  encoding: z.enum(["utf-8", "latin1"]).default("utf-8").describe("An encoding."),
  maxBytes: z.int().min(1).max(10_485_760).default(1_048_576).describe("A limit."),
  follow: z.boolean().optional().describe("A switch."),
});
