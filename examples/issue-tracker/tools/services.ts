import { join } from "node:path";
import { openTracker, type Tracker } from "./tracker.js";

/** The services of all tools; each manifest lists its own under `uses`. */
export interface Services {
  database: Tracker;
  clock: () => Date;
  webhook: (body: string, signature: string) => Promise<number>;
}

/** Services for `toolkiln run`, `toolkiln mcp` and the application. */
export function createServices({ root }: { root: string }): Services {
  return {
    database: openTracker(process.env["TRACKER_FILE"] ?? join(root, "tracker.sqlite")),
    clock: () => new Date(),
    async webhook(body, signature) {
      const address = process.env["TRACKER_WEBHOOK"];
      if (address === undefined) throw new Error("TRACKER_WEBHOOK is not set.");
      const response = await fetch(address, { method: "POST", body, headers: { "x-signature": signature } });
      return response.status;
    },
  };
}

/** Services for `toolkiln test`: a new database for each test, and no network. */
export function createTestServices({ workspacePath }: { workspacePath: string }): Services {
  return {
    database: openTracker(join(workspacePath, "tracker.sqlite")),
    clock: () => new Date("2026-01-01T00:00:00Z"),
    webhook: async (_body, signature) => (signature.length === 64 ? 204 : 401),
  };
}

export function disposeServices({ database }: Services): void {
  database.close();
}
