import { check, generate, memoryHost } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";
import { manifestText, projectFiles } from "../support/manifest.js";

async function generated(ids: readonly string[]): Promise<Map<string, string>> {
  const files = projectFiles(ids);
  for (const id of ids) files.set(`tools/${id}.ts`, "export const tool = {};\n");
  const { diagnostics } = await generate({ host: memoryHost(files) });
  expect(diagnostics).toEqual([]);
  return files;
}

async function diagnosticsOf(files: Map<string, string>): Promise<string[]> {
  const { diagnostics } = await check({ host: memoryHost(files) });
  return diagnostics.map(({ name, file }) => `${name} ${file}`);
}

async function statuses(files: Map<string, string>, force = false): Promise<Record<string, string[]>> {
  const result = await generate({ host: memoryHost(files), force });
  const byStatus: Record<string, string[]> = {};
  for (const { path, status } of result.files) (byStatus[status] ??= []).push(path);
  return byStatus;
}

const registry = "generated/registry.ts";
const alpha = "generated/tools/alpha.ts";

describe("generated code", () => {
  it("is up to date right after generating, and generating again changes nothing", async () => {
    const files = await generated(["alpha", "beta"]);
    expect(await diagnosticsOf(files)).toEqual([]);
    expect(Object.keys(await statuses(files))).toEqual(["unchanged"]);
  });

  it("stays up to date after a checkout with CRLF line endings", async () => {
    const files = await generated(["alpha"]);
    for (const [path, text] of files) files.set(path, text.replaceAll("\n", "\r\n"));
    expect(await diagnosticsOf(files)).toEqual([]);
    expect(Object.keys(await statuses(files))).toEqual(["unchanged"]);
  });

  it("stays up to date when a comment in a manifest changes", async () => {
    const files = await generated(["alpha"]);
    files.set("manifests/alpha.tool.yaml", `# a comment\n${manifestText("alpha")}`);
    expect(await diagnosticsOf(files)).toEqual([]);
  });

  it("loses the files of a shared definition that is no longer referenced", async () => {
    const files = projectFiles(["alpha"]);
    const plain = manifestText("alpha");
    const referring = plain.replace(
      "  properties:\n",
      '  properties:\n    place: { $ref: "shared.yaml#/place" }\n',
    );
    files.set("manifests/shared.yaml", "place: { type: string, description: A place. }\n");
    files.set("manifests/alpha.tool.yaml", referring);
    expect((await statuses(files))["written"]).toContain("generated/shared/place.ts");
    files.set("manifests/alpha.tool.yaml", plain);
    expect((await statuses(files))["deleted"]).toEqual([
      "generated/shared/place.ts",
      "generated/shared/place.validator.ts",
    ]);
  });

  it("is reported for stale, missing and orphaned files and missing implementations", async () => {
    const files = await generated(["alpha", "beta"]);
    files.set("manifests/alpha.tool.yaml", manifestText("alpha").replace("How often", "How many times"));
    files.delete("manifests/beta.tool.yaml");
    files.delete("generated/index.ts");
    files.delete("tools/alpha.ts");
    expect(await diagnosticsOf(files)).toEqual([
      "stale generated/catalog.ts",
      "missing generated/index.ts",
      "stale generated/registry.ts",
      "stale generated/tools/alpha.ts",
      "orphaned generated/tools/beta.ts",
      "orphaned generated/tools/beta.validator.ts",
      "missing-implementation tools/alpha.ts",
    ]);
  });

  it("changes only in the new tool's files and the lists when a tool is added", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `tool-${index}`);
    const files = await generated(ids);
    files.set("manifests/added.tool.yaml", manifestText("added"));
    const { written, deleted } = await statuses(files);
    expect(deleted).toBeUndefined();
    expect(written).toEqual([
      "generated/catalog.ts",
      "generated/index.ts",
      "generated/registry.ts",
      "generated/tools/added.ts",
      "generated/tools/added.validator.ts",
    ]);
  });
});

describe("files in the output folder", () => {
  it("are reported and kept when they were edited, and nothing else is written", async () => {
    const files = await generated(["alpha", "beta"]);
    const edited = `${files.get(alpha)}// mine\n`;
    files.set(alpha, edited);
    files.delete(registry);
    const result = await generate({ host: memoryHost(files) });
    expect(result.diagnostics.map(({ name }) => name)).toEqual(["edited"]);
    expect(result.files).toEqual([{ path: alpha, status: "edited" }]);
    expect(files.get(alpha)).toBe(edited);
    expect(files.has(registry)).toBe(false);
  });

  it("are replaced with `force` when they were edited", async () => {
    const files = await generated(["alpha"]);
    const before = files.get(alpha);
    files.set(alpha, `${before}// mine\n`);
    expect((await statuses(files, true))["written"]).toEqual([alpha]);
    expect(files.get(alpha)).toBe(before);
  });

  it("are never replaced or deleted if toolkiln did not write them, even with `force`", async () => {
    const files = projectFiles(["alpha"]);
    files.set(alpha, "export const mine = 1;\n");
    files.set("generated/notes.ts", "export const notes = 1;\n");
    const result = await generate({ host: memoryHost(files), force: true });
    expect(result.diagnostics.map(({ name, file }) => `${name} ${file}`)).toEqual([`foreign-file ${alpha}`]);
    expect([...files.keys()].toSorted()).toEqual(["generated/notes.ts", alpha, "manifests/alpha.tool.yaml"]);
    files.delete(alpha);
    await generate({ host: memoryHost(files), force: true });
    expect(files.get("generated/notes.ts")).toBe("export const notes = 1;\n");
  });

  it("are ignored in subfolders, which may belong to another project", async () => {
    const files = await generated(["alpha"]);
    const other = new Map(projectFiles(["gone"]));
    await generate({ host: memoryHost(other) });
    const nested = "generated/nested/tools/gone.ts";
    files.set(nested, other.get("generated/tools/gone.ts") ?? "");
    expect(await diagnosticsOf(files)).toEqual([]);
    await generate({ host: memoryHost(files) });
    expect(files.has(nested)).toBe(true);
  });

  it("are neither written nor deleted in a dry run", async () => {
    const files = await generated(["alpha"]);
    files.set("manifests/beta.tool.yaml", manifestText("beta"));
    files.delete("manifests/alpha.tool.yaml");
    const before = new Map(files);
    const result = await generate({ host: memoryHost(files), dryRun: true });
    expect(result.files.filter(({ status }) => status === "deleted").length).toBe(2);
    expect(files).toEqual(before);
  });
});

describe("the output folder", () => {
  it.each(["..", "../elsewhere", "/tmp/elsewhere", "a/../../b", ".", "C:\\out"])(
    "is refused as %s",
    async (out) => {
      const files = projectFiles(["alpha"]);
      const result = await generate({ host: memoryHost(files), config: { out } });
      expect(result.diagnostics.map(({ name }) => name)).toEqual(["unsafe-output-folder"]);
      expect(files.size).toBe(1);
    },
  );

  it("is rejected when it is a file", async () => {
    const files = projectFiles(["alpha"]).set("generated", "text");
    const result = await generate({ host: memoryHost(files) });
    expect(result.diagnostics.map(({ message }) => message)).toEqual([
      "The output folder `generated` is a file.",
    ]);
  });

  it("may be configured with `./` and trailing slashes", async () => {
    const files = projectFiles(["alpha"]);
    await generate({ host: memoryHost(files), config: { out: "./src//generated/" } });
    expect(files.has("src/generated/registry.ts")).toBe(true);
    expect(files.get("src/generated/registry.ts")).toContain('import("../../tools/alpha.js")');
  });

  it("is reported when it is not writable", async () => {
    const denied = Object.assign(new Error("EACCES: permission denied, open '/secret'"), { code: "EACCES" });
    const host = { ...memoryHost(projectFiles(["alpha"])), writeFile: () => Promise.reject(denied) };
    const { diagnostics } = await generate({ host });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "TK6008 The file cannot be written: permission denied.",
    ]);
  });
});

describe("the output", () => {
  it("does not depend on the order of the files", async () => {
    const ids = ["zeta", "alpha", "beta-2", "beta-10", "mu"];
    const files = await generated(ids);
    const shuffled = await generated(ids.toReversed());
    for (const [path, text] of files) expect(shuffled.get(path)).toBe(text);
  });

  it("does not depend on the line endings of the manifests", async () => {
    const files = await generated(["alpha"]);
    const manifest = "manifests/alpha.tool.yaml";
    files.set(manifest, (files.get(manifest) ?? "").replaceAll("\n", "\r\n"));
    expect(await diagnosticsOf(files)).toEqual([]);
  });
});
