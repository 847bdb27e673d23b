import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/tools.md"), "utf8");
const tools = readdirSync(join(repositoryRoot, "manifests"))
  .filter((name) => name.endsWith(".tool.yaml"))
  .map((name) => name.replace(".tool.yaml", ""));

it("docs/tools.md explains every tool of the pack and no others", () => {
  const explained = [...page.matchAll(/^### `(.+)`$/gm)].map((match) => match[1] ?? "");
  expect(explained.toSorted()).toEqual(tools.toSorted());
});

it.each(tools)("docs/tools.md explains in two to five sentences why %s is safe", (tool) => {
  const section = page.split(`### \`${tool}\`\n`)[1]?.split("\n#")[0] ?? "";
  const reasons = section.match(/\.$|\. (?=[A-Z`])/gm)?.length ?? 0;
  expect(reasons).toBeGreaterThan(1);
  expect(reasons).toBeLessThan(6);
});
