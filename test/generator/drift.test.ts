import { check, generate, memoryHost, type Host } from "@toolkiln/generator";
import { findDrift, type Drift } from "@toolkiln/generator/drift";
import { describe, expect, it } from "vitest";
import { projectFiles } from "./support/manifest.js";

const ids = ["alpha", "beta"];
const fresh: Drift = { ungenerated: [], orphaned: [], changed: [] };

interface Project {
  readonly files: Map<string, string>;
  readonly host: Host;
  /** Files whose bytes were read since the last call. */
  readonly read: () => string[];
  readonly times: Map<string, number>;
}

/** A project in memory with generated code, whose host has a cache and the times of its files. */
async function generated(): Promise<Project> {
  const files = projectFiles(ids);
  const cache = new Map<string, Uint8Array>();
  const memory = memoryHost(files);
  const times = new Map<string, number>();
  const seen = new Set<string>();
  const host: Host = {
    ...memory,
    fileTime: async (path) => (files.has(path) ? (times.get(path) ?? 1) : undefined),
    readFile: async (path) => {
      seen.add(path);
      return memory.readFile(path);
    },
    readCache: async (name) => cache.get(name),
    writeCache: async (name, contents) => void cache.set(name, contents),
  };
  await generate({ host });
  for (const path of files.keys()) if (path.startsWith("generated/")) times.set(path, 2);
  const read = (): string[] => {
    const paths = [...seen];
    seen.clear();
    return paths;
  };
  read();
  return { files, host, read, times };
}

function edit({ files, times }: Project, path: string, change = "# changed\n"): void {
  files.set(path, (files.get(path) ?? "") + change);
  times.set(path, 3);
}

describe("drift", () => {
  it("is empty after generating, without reading any file", async () => {
    const { host, read } = await generated();
    expect(await findDrift({ host, generated: ids })).toEqual(fresh);
    expect(read()).toEqual([]);
  });

  it("includes a manifest without code, and code without a manifest", async () => {
    const { host, files } = await generated();
    files.set("manifests/deep/gamma.tool.yaml", "id: gamma\n");
    files.delete("manifests/beta.tool.yaml");
    expect(await findDrift({ host, generated: ids })).toEqual({
      ...fresh,
      ungenerated: ["gamma"],
      orphaned: ["beta"],
    });
    expect(await findDrift({ host, generated: ids, id: "alpha" })).toEqual(fresh);
    expect(await findDrift({ host, generated: ids, id: "gamma" })).toEqual({
      ...fresh,
      ungenerated: ["gamma"],
    });
  });

  it("includes an edited manifest for its own tool", async () => {
    const project = await generated();
    const { host } = project;
    edit(project, "manifests/alpha.tool.yaml");
    const changed = ["manifests/alpha.tool.yaml"];
    expect(await findDrift({ host, generated: ids })).toEqual({ ...fresh, changed });
    expect(await findDrift({ host, generated: ids, id: "alpha" })).toEqual({ ...fresh, changed });
    expect(await findDrift({ host, generated: ids, id: "beta" })).toEqual(fresh);
    await generate({ host });
    expect(await findDrift({ host, generated: ids })).toEqual(fresh);
  });

  it("includes a new `_defaults.yaml` for every tool", async () => {
    const project = await generated();
    edit(project, "manifests/_defaults.yaml", "risk: high\n");
    const changed = ["manifests/_defaults.yaml"];
    expect(await findDrift({ host: project.host, generated: ids, id: "beta" })).toEqual({
      ...fresh,
      changed,
    });
  });

  it("excludes a manifest that was rewritten without changes", async () => {
    const project = await generated();
    edit(project, "manifests/alpha.tool.yaml", "");
    expect(await findDrift({ host: project.host, generated: ids })).toEqual(fresh);
  });

  it("excludes code and manifests that were checked out together", async () => {
    const project = await generated();
    edit(project, "manifests/alpha.tool.yaml");
    edit(project, "generated/tools/alpha.ts", "// from elsewhere\n");
    expect(await findDrift({ host: project.host, generated: ids, id: "alpha" })).toEqual(fresh);
  });

  it("is empty for code without manifests", async () => {
    const { host, files } = await generated();
    for (const id of ids) files.delete(`manifests/${id}.tool.yaml`);
    expect(await findDrift({ host, generated: ids })).toEqual(fresh);
  });

  it("agrees with `check` on every edit that changes code", async () => {
    const project = await generated();
    const { host, files } = project;
    const before = files.get("manifests/alpha.tool.yaml") ?? "";
    edit(project, "manifests/alpha.tool.yaml", "");
    files.set(
      "manifests/alpha.tool.yaml",
      before.replace(/^description: .*$/m, "description: Something else."),
    );
    const stale = (await check({ host })).files.filter(({ status }) => status !== "fresh");
    expect(stale.length).toBeGreaterThan(0);
    expect((await findDrift({ host, generated: ids })).changed).toEqual(["manifests/alpha.tool.yaml"]);
  });
});
