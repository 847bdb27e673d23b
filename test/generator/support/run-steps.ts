import { compareVersions } from "../../../generator/compare/compare-versions.js";
import { readVersion } from "../../../generator/compare/tool-version.js";
import { defaultConfig, type GeneratorConfig } from "../../../generator/config.js";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import { check, generate } from "../../../generator/generate.js";
import { analyze } from "../../../generator/analyze.js";
import { listTools } from "../../../generator/listing.js";
import { verifyDeterministic } from "../../../generator/verify-deterministic.js";
import { diskHost, type MemoryDisk } from "./bytes-host.js";
import { exampleFiles } from "./example-files.js";

/**
 * Runs the lines of a script on a project and returns the diagnostics of the last toolkiln command.
 *
 * Besides `toolkiln new`, `generate`, `check`, `lint`, `list` and `breaking`, a script may `edit`, `rm`, `mv`, `ln -s` and `chmod` files as on
 * a real disk, and `vary` a file, so that every read returns different content.
 */
export async function runSteps(
  script: string,
  disk: MemoryDisk,
  config: GeneratorConfig = defaultConfig,
): Promise<readonly Diagnostic[]> {
  let found: readonly Diagnostic[] = [];
  for (const line of script.split("\n").filter((text) => text.trim() !== "")) {
    const [command = "", ...words] = line.replace(/^\$ /, "").trim().split(/\s+/);
    if (command === "toolkiln") found = await runCommand(words, disk, config);
    else changeDisk(command, words, disk);
  }
  return found;
}

async function runCommand(
  [name = "", ...words]: readonly string[],
  disk: MemoryDisk,
  config: GeneratorConfig,
): Promise<readonly Diagnostic[]> {
  const host = diskHost(disk);
  switch (name) {
    case "new": {
      const id = words[0] ?? "";
      for (const [path, bytes] of exampleFiles(`id: ${id}\n`)) disk.files.set(path, bytes);
      disk.files.set(`${config.tools}/${id}.ts`, new TextEncoder().encode("export const tool = {};\n"));
      return (await generate({ host, config })).diagnostics;
    }
    case "generate": {
      if (words.includes("--verify-deterministic")) return verifyDeterministic(host, config);
      const out = words.includes("--out") ? { out: words[words.indexOf("--out") + 1] ?? "" } : {};
      const force = words.includes("--force");
      return (await generate({ host, config: { ...config, ...out }, force })).diagnostics;
    }
    case "check":
      return (await check({ host, config })).diagnostics;
    case "lint":
      return (await analyze(host, config)).diagnostics;
    case "breaking": {
      const old = words[words.indexOf("--against") + 1] ?? "";
      const [before, after] = [{ ...config, manifests: `${old}/${config.manifests}` }, config];
      const versions = await Promise.all([readVersion(host, before, old), readVersion(host, after, "now")]);
      return (await compareVersions(...versions, config)).changes;
    }
    case "list":
      return (await listTools(host, config)).diagnostics;
    default:
      throw new Error(`There is no command ${name} in these scripts.`);
  }
}

function changeDisk(command: string, words: readonly string[], disk: MemoryDisk): void {
  const [first = "", second = ""] = words;
  switch (command) {
    case "edit":
      disk.files.set(first, edited(first, disk.files.get(first)));
      return;
    case "rm":
      if (!disk.files.delete(first)) throw new Error(`There is no file ${first}.`);
      return;
    case "mv":
      disk.files.set(second, disk.files.get(first) ?? new Uint8Array());
      disk.files.delete(first);
      return;
    case "ln":
      disk.links.add(words[2] ?? "");
      return;
    case "chmod":
      if (first === "a-w") disk.locked.add(second);
      else disk.locked.delete(second);
      return;
    case "vary":
      disk.changing.add(first);
      return;
    default:
      throw new Error(`Unknown command: ${command}.`);
  }
}

/** Adds a tag to a manifest or a comment to a program; creates a missing file. */
function edited(path: string, bytes: Uint8Array | undefined): Uint8Array {
  const id = /([^/]+)\.tool\.yaml$/.exec(path)?.[1];
  const text = new TextDecoder().decode(bytes);
  if (id === undefined)
    return new TextEncoder().encode(`${text || "export const tool = {};\n"}// Edited by hand.\n`);
  if (bytes !== undefined) return new TextEncoder().encode(`${text}tags: [edited]\n`);
  return exampleFiles(`id: ${id}\n`).get(path) ?? new Uint8Array();
}
