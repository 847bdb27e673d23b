import { memoryHost, verifyDeterministic, type Host } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";
import { projectFiles } from "./support/manifest.js";

/** A project whose manifest has different content in some reads. */
function unstableHost(isOdd: (reading: number) => boolean): Host {
  const memory = memoryHost(projectFiles(["alpha"]));
  let readings = 0;
  return {
    ...memory,
    readFile: async (path) => {
      if (!path.endsWith(".tool.yaml")) return memory.readFile(path);
      return isOdd(readings++) ? new TextEncoder().encode("id: 1\n") : memory.readFile(path);
    },
  };
}

async function differing(host: Host): Promise<string[]> {
  return (await verifyDeterministic(host)).map(({ file }) => file).toSorted();
}

describe("building twice", () => {
  const all = ["catalog", "index", "registry", "tools/alpha", "tools/alpha.validator"].map(
    (name) => `generated/${name}.ts`,
  );

  it("reports nothing when both results are equal", async () => {
    expect(await differing(unstableHost(() => false))).toEqual([]);
  });

  it.each([
    ["the first", (reading: number) => reading === 0],
    ["the second", (reading: number) => reading > 0],
  ])("reports every file that only one build generates, when %s fails", async (_, isOdd) => {
    expect(await differing(unstableHost(isOdd))).toEqual(all);
  });

  it("accepts folders as written in a configuration", async () => {
    const host = memoryHost(projectFiles(["alpha"]));
    expect(await verifyDeterministic(host, { manifests: "./manifests/", out: "./generated/" })).toEqual([]);
  });
});
