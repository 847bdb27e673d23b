import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PgBoss } from "pg-boss";
import { expect, it } from "vitest";
import type { Boss } from "../../../packages/queue/database/pg-boss.js";
import { repositoryRoot } from "../../support/repository.js";

it("has the version and methods that the queue relies on", () => {
  const boss: Boss = new PgBoss("postgres://localhost/none");
  expect("touch" in boss).toBe(true);
  const read = (path: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(repositoryRoot, path), "utf8")) as Record<string, unknown>;
  const { peerDependencies } = read("packages/queue/package.json");
  const { version } = read("test/full/node_modules/pg-boss/package.json");
  expect(peerDependencies).toMatchObject({ "pg-boss": version });
});
