import { analyze, defaultConfig, generate, memoryHost, type Host } from "@toolkiln/generator";
import { listTools } from "@toolkiln/generator/listing";
import { describe, expect, it } from "vitest";
import { manifestText, projectFiles } from "./support/manifest.js";

/** A project in memory with a cache. */
function project(ids: readonly string[]) {
  const files = projectFiles(ids);
  const cache = new Map<string, Uint8Array>();
  const host: Host = {
    ...memoryHost(files),
    readCache: async (name) => cache.get(name),
    writeCache: async (name, contents) => void cache.set(name, contents),
  };
  return { files, cache, host };
}

describe("listing tools", () => {
  it("returns the same tools and diagnostics as `analyze`, with and without a cache", async () => {
    const { host, files } = project(["alpha", "beta"]);
    files.set("manifests/_defaults.yaml", "tags: [shared]\n");
    const { models, diagnostics } = await analyze(host, defaultConfig);
    const expected = {
      tools: models.map(({ spec: { id, wireName, name, category, risk, kind, tags = [] } }) => ({
        id,
        wireName,
        name,
        category,
        risk,
        kind,
        tags,
      })),
      diagnostics,
    };
    expect(expected.tools.map(({ tags }) => tags)).toEqual([["shared"], ["shared"]]);
    expect(await listTools(host, defaultConfig)).toEqual(expected);
    await generate({ host, config: defaultConfig });
    expect(await listTools(host, defaultConfig)).toEqual(expected);
  });

  it("compiles nothing when no manifest has changed", async () => {
    const { host, cache } = project(["alpha", "beta"]);
    await generate({ host });
    const units = [...cache.keys()].find((name) => name.includes("units")) ?? "";
    expect(cache.delete(units)).toBe(true);
    expect((await listTools(host, defaultConfig)).tools.map(({ id }) => id)).toEqual(["alpha", "beta"]);
  });

  it("reflects manifests that were changed, added or removed after code was generated", async () => {
    const { host, files } = project(["alpha", "beta"]);
    await generate({ host });
    files.set("manifests/alpha.tool.yaml", `${manifestText("alpha")}\nname: First`);
    files.set("manifests/gamma.tool.yaml", manifestText("gamma"));
    files.delete("manifests/beta.tool.yaml");
    const { tools } = await listTools(host, defaultConfig);
    expect(tools.map(({ id, name }) => [id, name])).toEqual([
      ["alpha", "First"],
      ["gamma", "Gamma"],
    ]);
  });

  it("reports the errors of one manifest and lists the tools of the others", async () => {
    const { host, files } = project(["alpha"]);
    files.set("manifests/beta.tool.yaml", manifestText("beta").replace("risk: safe", "risk: none"));
    const { tools, diagnostics } = await listTools(host, defaultConfig);
    expect(tools.map(({ id }) => id)).toEqual(["alpha"]);
    expect(diagnostics.map(({ name }) => name)).toContain("unknown-choice");
  });
});
