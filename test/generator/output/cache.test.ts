import { check, generate, memoryHost, type Host } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";
import { manifestText, projectFiles } from "../support/manifest.js";

interface Project {
  readonly files: Map<string, string>;
  readonly cache: Map<string, Uint8Array>;
  readonly host: Host;
  /** The number of manifests that were parsed since the last call. */
  readonly manifestsRead: () => number;
}

/** A project in memory whose host has a cache. */
function project(ids: readonly string[]): Project {
  const files = projectFiles(ids);
  const cache = new Map<string, Uint8Array>();
  const memory = memoryHost(files);
  const read = new Map<string, number>();
  const host: Host = {
    ...memory,
    readFile: async (path) => {
      read.set(path, (read.get(path) ?? 0) + 1);
      return memory.readFile(path);
    },
    readCache: async (name) => cache.get(name),
    writeCache: async (name, contents) => {
      cache.set(name, contents);
    },
  };
  const manifestsRead = () => {
    // A manifest that is read only once was compared with the cache, and not parsed.
    const parsed = [...read].filter(([path, times]) => path.startsWith("manifests/") && times > 1).length;
    read.clear();
    return parsed;
  };
  return { files, cache, host, manifestsRead };
}

const ids = ["alpha", "beta", "gamma"];

/** The manifests and the files that a run without a cache generates. */
async function generatedAnew(files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const anew = new Map([...files].filter(([path]) => path.startsWith("manifests/")));
  await generate({ host: memoryHost(anew) });
  return anew;
}

describe("the cache", () => {
  it("makes a second run write nothing", async () => {
    const { host, manifestsRead } = project(ids);
    await generate({ host });
    manifestsRead();
    const { files, tools, diagnostics } = await generate({ host });
    expect(manifestsRead()).toBe(0);
    expect(new Set(files.map(({ status }) => status))).toEqual(new Set(["unchanged"]));
    expect({ tools, count: files.length, diagnostics }).toEqual({ tools: 3, count: 9, diagnostics: [] });
  });

  it("skips unchanged manifests and produces the same files", async () => {
    const { host, files, manifestsRead } = project(ids);
    await generate({ host });
    manifestsRead();
    files.set("manifests/beta.tool.yaml", manifestText("beta").replace("How often", "How many times"));
    const result = await generate({ host });
    expect(manifestsRead()).toBe(1);
    expect(result.files.filter(({ status }) => status === "written").map(({ path }) => path)).toEqual([
      "generated/tools/beta.ts",
    ]);
    expect(files).toEqual(await generatedAnew(files));
    expect((await generate({ host })).files.every(({ status }) => status === "unchanged")).toBe(true);
  });

  it("does not hide a name collision", async () => {
    const { host, files } = project(ids);
    await generate({ host });
    files.set("manifests/beta.tool.yaml", `${manifestText("beta")}\nwireName: alpha`);
    const { diagnostics } = await generate({ host });
    expect(diagnostics.filter(({ severity }) => severity === "error").length).toBeGreaterThan(0);
  });

  it("does not hide an edited, missing or orphaned file", async () => {
    const { host, files } = project(ids);
    await generate({ host });
    files.set("generated/tools/beta.ts", `${files.get("generated/tools/beta.ts")}// mine\n`);
    files.set("generated/tools/gone.ts", files.get("generated/tools/alpha.ts") ?? "");
    files.delete("generated/index.ts");
    const names = (await check({ host })).diagnostics.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["edited", "orphaned", "missing"]));
  });

  it("does not hide a missing implementation", async () => {
    const { host, files } = project(ids);
    await generate({ host });
    files.set("tools/alpha.ts", "export const tool = {};\n");
    const { diagnostics } = await check({ host });
    expect(diagnostics.map(({ file }) => file)).toEqual(["tools/beta.ts", "tools/gamma.ts"]);
  });

  it("is not used for another configuration", async () => {
    const { host, files } = project(ids);
    await generate({ host });
    await generate({ host, config: { importExtension: "ts" } });
    expect(files.get("generated/registry.ts")).toContain('import("../tools/alpha.ts")');
  });

  it("may be deleted or corrupted at any time", async () => {
    const { host, cache, files } = project(ids);
    await generate({ host });
    for (const name of cache.keys()) cache.set(name, new TextEncoder().encode("{ not json"));
    files.set("manifests/beta.tool.yaml", manifestText("beta").replace("How often", "How many times"));
    await generate({ host });
    expect(files).toEqual(await generatedAnew(files));
    cache.clear();
    expect((await generate({ host })).files.every(({ status }) => status === "unchanged")).toBe(true);
  });

  it("is not used when it was edited", async () => {
    const { host, cache, files } = project(ids);
    await generate({ host });
    for (const [name, bytes] of cache) {
      const text = new TextDecoder().decode(bytes).replaceAll("What it is about", "What is it about");
      cache.set(name, new TextEncoder().encode(text));
    }
    files.set("manifests/beta.tool.yaml", manifestText("beta").replace("How often", "How many times"));
    await generate({ host });
    expect(files).toEqual(await generatedAnew(files));
  });

  it("does not mix the entries of two runs", async () => {
    const { host, cache, files } = project(ids);
    await generate({ host });
    const earlier = new Map(cache);
    files.set("manifests/alpha.tool.yaml", manifestText("alpha").replace("How often", "How many times"));
    await generate({ host });
    for (const [name, bytes] of earlier) if (name.includes("units")) cache.set(name, bytes);
    files.set("manifests/beta.tool.yaml", manifestText("beta").replace("How often", "How many times"));
    await generate({ host });
    expect(files).toEqual(await generatedAnew(files));
  });

  it("invalidates manifests that reference a changed one", async () => {
    const { host, files } = project(ids);
    const pointing = manifestText("alpha").replace(
      "  required:",
      "    amount: { $ref: beta.tool.yaml#/schema/properties/count }\n  required:",
    );
    files.set("manifests/alpha.tool.yaml", pointing);
    await generate({ host });
    files.set("manifests/beta.tool.yaml", manifestText("beta").replace("integer", "number"));
    await generate({ host });
    expect(files).toEqual(await generatedAnew(files));
  });

  it("does not hide that a referenced file was replaced by a link", async () => {
    const { host: plain, files } = project(ids);
    files.set("shared.yaml", "type: integer\n");
    const pointing = manifestText("alpha").replace(
      "  required:",
      "    amount: { $ref: ../shared.yaml, description: How much. }\n  required:",
    );
    files.set("manifests/alpha.tool.yaml", pointing);
    let isLink = false;
    const host: Host = {
      ...plain,
      kindOf: async (path) => (isLink && path === "shared.yaml" ? "link" : plain.kindOf(path)),
    };
    expect((await generate({ host })).diagnostics).toEqual([]);
    isLink = true;
    const { diagnostics } = await generate({ host });
    expect(diagnostics.map(({ name }) => name)).toContain("unreadable-file");
  });

  it("ignores unreadable files that toolkiln did not write", async () => {
    const { host: plain, files } = project(ids);
    files.set("generated/secret.ts", "export {};\n");
    const host: Host = {
      ...plain,
      readFile: async (path) => {
        if (path === "generated/secret.ts") throw Object.assign(new Error("EACCES"), { code: "EACCES" });
        return plain.readFile(path);
      },
    };
    const first = await generate({ host });
    const second = await generate({ host });
    expect([...first.diagnostics, ...second.diagnostics]).toEqual([]);
    expect(new Set(second.files.map(({ status }) => status))).toEqual(new Set(["unchanged"]));
  });
});
