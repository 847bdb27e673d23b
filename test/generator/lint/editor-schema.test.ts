import { readFileSync } from "node:fs";
import { join } from "node:path";
import { providers } from "@toolkiln/providers";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { riskLevels, toolCategories, toolResultContentTypes } from "@toolkiln/runtime/vocabulary";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { defaultConfig } from "../../../generator/config.js";
import { checkManifest } from "../../../generator/lint/check-manifest.js";
import { knownFormats } from "../../../generator/lint/rules/schema-values.js";
import { idPattern } from "../../../generator/names/tool-names.js";
import { ManifestSource } from "../../../generator/read/manifest-source.js";
import { parseSource } from "../../../generator/read/parse-source.js";
import { configSchema, manifestSchema } from "../../../generator/schema/schemas.js";
import { configType, manifestType } from "../../../scripts/schema-type.js";
import { repositoryRoot } from "../../support/repository.js";

const readText = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");
const file = JSON.parse(readText("packages/cli/schema/manifest.json")) as object;
const manifest = readText("manifests/file-read.tool.yaml");
const replacements = [null, 0, -1, 1.5, true, "", "text", [], [1], ["a", "a"], {}, { a: 1 }];

describe("the output of `npm run schema`", () => {
  it.each([
    ["manifest", manifestSchema, manifestType],
    ["config", configSchema, configType],
  ] as const)("is up to date for generator/schema/%s.yaml", async (name, schema, typeOf) => {
    expect(JSON.parse(readText(`packages/cli/schema/${name}.json`))).toEqual(schema);
    // The formatter of the repository breaks lines and unions in other places.
    const tokens = (text: string) => text.replaceAll(/\s+|\|(?=\s*")/g, "");
    const written = readText(`generator/model/generated/${name}.ts`);
    expect(tokens(written)).toBe(tokens(await typeOf(schema)));
  });
});

describe("the schemas of manifests and configurations", () => {
  const lists = new Set([manifestSchema, configSchema].flatMap(enumsOf));

  it.each(
    Object.entries({ riskLevels, toolCategories, toolResultContentTypes, wellKnownKinds, knownFormats }),
  )("list all %s", (_, values) => {
    expect(lists).toContain(JSON.stringify(values));
  });

  it("list all providers", () => {
    const names = Object.keys(providers);
    expect(lists).toContain(JSON.stringify(names));
    const { targets } = (manifestSchema as { properties: { targets: { properties: object } } }).properties;
    expect(Object.keys(targets.properties)).toEqual(names);
  });

  it("contain the id pattern and the project defaults", () => {
    expect(JSON.stringify(manifestSchema)).toContain(JSON.stringify(idPattern.source));
    const { properties } = configSchema as { properties: Record<string, { default?: string }> };
    for (const [key, value] of Object.entries(defaultConfig)) expect(properties[key]?.default).toBe(value);
  });
});

describe("schema/manifest.json", () => {
  it("agrees with lint on more than 200 documents", () => {
    const validate = new Ajv({ allErrors: true, strict: false, ownProperties: true }).compile(file);
    const documents = variants(parse(manifest));
    expect(documents.length).toBeGreaterThan(200);
    const disagreements: unknown[] = [];
    let wrong = 0;
    for (const document of documents) {
      const source = parseSource(
        "x.tool.yaml",
        new TextEncoder().encode(JSON.stringify(document, undefined, 1)),
      );
      if (!(source instanceof ManifestSource)) throw new Error(JSON.stringify(source));
      const found = checkManifest(source.value, source, new Set());
      if ((found.length === 0) !== validate(source.value)) disagreements.push({ document, found });
      if (found.length > 0) wrong++;
    }
    expect(disagreements).toEqual([]);
    expect(wrong).toBeGreaterThan(100);
    expect(wrong).toBeLessThan(documents.length);
  });

  it("describes every key at every depth for editor hovers, like schema/config.json", () => {
    expect([...undescribedKeys(file), ...undescribedKeys(configSchema)]).toEqual([]);
  });
});

/** Every `enum` in a schema, as JSON. */
function enumsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const below = Object.values(schema).flatMap(enumsOf);
  return "enum" in schema ? [JSON.stringify(schema.enum), ...below] : below;
}

/** The pointers of the properties of a schema that have no description. */
function undescribedKeys(schema: unknown, pointer = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    const at = `${pointer}/${keyword}`;
    const below = undescribedKeys(value, at);
    if (keyword !== "properties" || pointer.endsWith("/properties")) return below;
    const silent = Object.entries(value as Record<string, { description?: string }>)
      .filter(([, property]) => (property.description ?? "").trim() === "")
      .map(([name]) => `${at}/${name}`);
    return [...silent, ...below];
  });
}

/** Variants of a document: each part replaced by every replacement or removed, or an unknown key added. */
function variants(document: unknown): unknown[] {
  const found: unknown[] = [document];
  const visit = (value: unknown, rebuild: (part: unknown) => unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > 2) return;
    if (!Array.isArray(value)) found.push(rebuild({ ...value, unheardOf: 1 }));
    for (const [key, part] of Object.entries(value)) {
      const replace = (other: unknown): unknown => {
        if (Array.isArray(value))
          return rebuild(value.map((item, index) => (index === Number(key) ? other : item)));
        return rebuild({ ...value, [key]: other });
      };
      for (const other of replacements) found.push(replace(other));
      if (!Array.isArray(value))
        found.push(rebuild(Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))));
      visit(part, replace, depth + 1);
    }
  };
  visit(document, (part) => part, 0);
  return found;
}
