import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { manifestChecker } from "../../../generator/lint/check-manifest.js";
import { editorSchema } from "../../../generator/lint/editor-schema.js";
import { ManifestSource } from "../../../generator/read/manifest-source.js";
import { parseSource } from "../../../generator/read/parse-source.js";
import { manifestType } from "../../../scripts/manifest-type.js";
import { repositoryRoot } from "../../support/repository.js";

const file = JSON.parse(
  readFileSync(join(repositoryRoot, "packages/cli/schema/manifest.json"), "utf8"),
) as object;
const manifest = readFileSync(join(repositoryRoot, "manifests/file-read.tool.yaml"), "utf8");
const replacements = [null, 0, -1, 1.5, true, "", "text", [], [1], ["a", "a"], {}, { a: 1 }];

describe("the type of a manifest", () => {
  it("is what the lint's definition gives (npm run schema)", async () => {
    const written = readFileSync(join(repositoryRoot, "generator/model/generated/manifest.ts"), "utf8");
    // The formatter of the repository breaks lines and unions in other places.
    const tokens = (text: string) => text.replaceAll(/\s+|\|(?=\s*")/g, "");
    expect(tokens(written)).toBe(tokens(await manifestType(file)));
  });
});

describe("schema/manifest.json", () => {
  it("is what the lint's definition gives (npm run schema)", () => {
    expect(file).toEqual(JSON.parse(JSON.stringify(editorSchema())));
  });

  it("agrees with the lint about 200 and more documents", () => {
    const validate = new Ajv({ allErrors: true, strict: false, ownProperties: true }).compile(file);
    const checker = manifestChecker();
    const documents = variants(parse(manifest));
    expect(documents.length).toBeGreaterThan(200);
    const disagreements: unknown[] = [];
    let wrong = 0;
    for (const document of documents) {
      const source = parseSource("x.tool.yaml", new TextEncoder().encode(stringify(document)));
      if (!(source instanceof ManifestSource)) throw new Error(JSON.stringify(source));
      const found = checker.manifest(source.value, source, new Set());
      if ((found.length === 0) !== validate(source.value)) disagreements.push({ document, found });
      if (found.length > 0) wrong++;
    }
    expect(disagreements).toEqual([]);
    expect(wrong).toBeGreaterThan(100);
    expect(wrong).toBeLessThan(documents.length);
  });

  it("describes every key at every depth for hovering", () => {
    expect(undescribedKeys(file)).toEqual([]);
  });
});

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

/** The document with each of its parts replaced by each of some values, left out, or joined by an unknown key. */
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
