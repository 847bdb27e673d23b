import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { repositoryRoot } from "../support/repository.js";

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Keys whose content has names chosen by the author, not by the format. */
const free = new Set(["schema", "data", "when", "whenSchema", "params", "expect", "workspace", "inject"]);

/** A key as a path; every provider has the same keys below `targets`. */
function keyOf(path: string, name: string): string {
  if (path === "") return name;
  return path === "targets" ? "targets.*" : `${path}.${name}`;
}

/** Every key that the editor schema knows, as a path: `rules.warn.code`; `*` stands for any name. */
function keysOf(schema: unknown, path: string): string[] {
  if (!isNode(schema)) return [];
  const { properties, items, additionalProperties } = schema;
  const named = Object.entries(isNode(properties) ? properties : {}).flatMap(([name, value]) => {
    const key = keyOf(path, name);
    return free.has(name) ? [key] : [key, ...keysOf(value, key)];
  });
  return [...named, ...keysOf(items, path), ...keysOf(additionalProperties, `${path}.*`)];
}

/** Every key that a manifest uses, as a path of the same form. */
function usedKeys(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => usedKeys(item, path));
  if (!isNode(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const key = keyOf(path, name);
    return free.has(name) ? [key] : [key, ...usedKeys(item, key)];
  });
}

function textsOf(folder: string): string[] {
  return readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(join(repositoryRoot, folder, name), "utf8"));
}

describe("the standard tools", () => {
  // No standard tool is deprecated, uses services or sets fields of one provider; golden cases use these keys.
  const texts = [
    "manifests",
    "test/golden/deprecated-tool",
    "test/golden/uses-services",
    "test/golden/provider-fields",
  ].flatMap(textsOf);
  const schema = JSON.parse(
    readFileSync(join(repositoryRoot, "packages/cli/schema/manifest.json"), "utf8"),
  ) as unknown;
  const used = new Set(texts.flatMap((text) => usedKeys(parse(text), "")));

  it("are found", () => {
    expect(texts.length).toBeGreaterThan(17);
    expect(keysOf(schema, "")).toEqual(expect.arrayContaining(["id", "rules.warn.code", "targets.*.strict"]));
  });

  it.each([...new Set(keysOf(schema, ""))])("use the key %s of the manifest format", (key) => {
    expect(used).toContain(key);
  });

  it.each([
    /x-path: .*within: workspace/,
    /x-path: .*within: anywhere/,
    /x-path: .*exists: true/,
    /x-path: .*kind: directory/,
    /x-path: .*kind: file/,
    /x-sensitive: true/,
    /x-inject: \w/,
    /x-use-instead: \w/,
    /x-renamed-from:/,
    /\bdeprecated: true/,
    /\$ref: "?shared\//,
    /mode: shared/,
    /mode: exclusive/,
  ])("have a manifest that matches %s", (keyword) => {
    expect(texts.some((text) => keyword.test(text))).toBe(true);
  });
});
