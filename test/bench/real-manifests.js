import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { stringify } from "yaml";
import { benchFolder } from "./thousand-tools.js";

/** A project with the manifests of this repository. */
export function copyRepositoryManifests() {
  const folder = benchFolder("own-manifests");
  cpSync(new URL("../../manifests", import.meta.url), new URL("manifests", folder), { recursive: true });
  return fileURLToPath(folder);
}

/** A project of tools with the statistics of real definitions: nesting, enums, references, lengths of texts. */
export async function writeCorpus(count) {
  const { toolCorpus } = await createJiti(import.meta.url).import("../support/tool-corpus.ts");
  const folder = benchFolder(`corpus-${count}`);
  mkdirSync(new URL("manifests/", folder), { recursive: true });
  for (const [index, { description, inputSchema }] of toolCorpus(1, count).entries()) {
    const id = `tool-${index}`;
    const text = description || "A tool whose author wrote no description of it.";
    const manifest = {
      id,
      description: text,
      category: "custom",
      risk: "safe",
      schema: inputSchema,
      result: "structured",
    };
    writeFileSync(new URL(`manifests/${id}.tool.yaml`, folder), stringify(manifest));
  }
  return fileURLToPath(folder);
}
