import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configSchema } from "../../generator/schema/schemas.js";
import { repositoryRoot } from "../support/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/config.md"), "utf8");
const { properties } = configSchema as {
  properties: Record<
    "budget" | "toolsets",
    { additionalProperties: { properties?: object }; properties?: object }
  >;
};

describe("the page about the configuration", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("- `"));
  const documented = rows.flatMap((row) => row.split(":")[0]?.match(/[\w$]+/g) ?? []);

  it("has an entry for every key of the configuration schema, and no others", () => {
    expect(documented.toSorted()).toEqual(Object.keys(properties).toSorted());
  });

  it("names every key of a toolset and of a budget", () => {
    const { budget, toolsets } = properties;
    const keys = Object.keys({ ...budget.properties, ...toolsets.additionalProperties.properties });
    expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });
});
