import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { changeManifest, restoreManifest } from "../../scripts/packed-manifest.js";

const folder = mkdtempSync(join(tmpdir(), "toolkiln-pack-"));
const root = pathToFileURL(`${folder}/`);
const file = join(folder, "package.json");
const written = `${JSON.stringify({ name: "a", scripts: { prepack: "b" }, dependencies: { "json-schema-to-typescript": "1", yaml: "2" } })}\n`;
mkdirSync(join(folder, "dist"));
writeFileSync(file, written);
afterAll(() => rmSync(folder, { recursive: true }));

it("omits bundled dependencies from the packed package.json, and restores the original", async () => {
  await changeManifest(root);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ name: "a", dependencies: { yaml: "2" } });
  await restoreManifest(root);
  expect(readFileSync(file, "utf8")).toBe(written);
});

it("restores package.json after packing was interrupted", async () => {
  await changeManifest(root);
  await changeManifest(root);
  await restoreManifest(root);
  await restoreManifest(root);
  expect(readFileSync(file, "utf8")).toBe(written);
});
