import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze, defaultConfig, memoryHost } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { repositoryRoot } from "../../support/repository.js";

const golden = join(repositoryRoot, "test/golden");

/** The parameter schemas of golden cases, including their errors; the tests use them as schemas of returned data. */
const cases = readdirSync(golden)
  .filter((name) => /^tk[23]/.test(name))
  .flatMap((name) =>
    readdirSync(join(golden, name, "manifests"))
      .filter((file) => file.endsWith(".tool.yaml"))
      .flatMap((file) => {
        const text = readFileSync(join(golden, name, "manifests", file), "utf8");
        const schema = schemaOf(text);
        return schema === undefined ? [] : [{ name, schema }];
      }),
  );

function schemaOf(text: string): unknown {
  try {
    return (parse(text) as { schema?: unknown }).schema;
  } catch {
    return undefined;
  }
}

describe("an error in the schema of returned data", () => {
  it("is tested with many schemas", () => {
    expect(cases.length).toBeGreaterThan(20);
  });

  it.each(
    cases.flatMap(({ name, schema }) => [
      { name, data: schema, shared: {} },
      { name: `${name}, shared`, data: { $ref: "./shared/sample.yaml" }, shared: schema },
    ]),
  )("is not reported as an error of a parameter: $name", async ({ data, shared }) => {
    const manifest = stringify({
      id: "sample",
      description: "Look up a sample and return what it contains.",
      category: "custom",
      risk: "low",
      result: { kind: "a.sample", data },
    });
    const files = new Map([
      ["manifests/sample.tool.yaml", manifest],
      ["manifests/shared/sample.yaml", stringify(shared)],
    ]);
    const { diagnostics } = await analyze(memoryHost(files), defaultConfig);
    const texts = diagnostics.flatMap(({ message, help = "" }) => [message, help]);
    expect(texts.filter((text) => /(?<!only allowed on a )parameter|parameter itself/i.test(text))).toEqual(
      [],
    );
  });
});
