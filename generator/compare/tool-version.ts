import type { ToolSpec } from "@toolkiln/runtime";
import { analyze } from "../analyze.js";
import type { GeneratorConfig } from "../config.js";
import { isError, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { isJsonObject } from "../values/json-object.js";
import { manifestSuffix, nameOf } from "../read/find-manifests.js";
import { ManifestSource } from "../read/manifest-source.js";
import { parseSource } from "../read/parse-source.js";
import { memoize } from "./normalize-schemas.js";

/** The tools of one version of a project. */
export interface ToolVersion {
  /** Name in reports: a git ref, a folder, a file. */
  readonly name: string;
  readonly specs: readonly ToolSpec[];
  /** Ids of tools with manifest errors, with the first error of each. */
  readonly invalid: ReadonlyMap<string, Diagnostic>;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts of the manifests that `sourceOf` has returned, by file. */
  readonly texts: ReadonlyMap<string, string>;
  /** The manifest of a tool; undefined when there is none. */
  sourceOf(id: string): Promise<ManifestSource | undefined>;
}

/** Reads the tools of a project. Ignores targets, budgets and toolsets: they change no tool. */
export async function readVersion(host: Host, config: GeneratorConfig, name: string): Promise<ToolVersion> {
  const { targets: _targets, budget: _budget, toolsets: _toolsets, ...rest } = config;
  const { models, diagnostics } = await analyze(host, rest);
  const files = new Map(models.map(({ spec, origin }) => [spec.id, origin.file]));
  const texts = new Map<string, string>();
  const errors = diagnostics.filter((found) => isError(found) && found.file.endsWith(manifestSuffix));
  return {
    name,
    specs: models.map(({ spec }) => spec),
    invalid: new Map(
      errors.toReversed().map((found) => [nameOf(found.file).slice(0, -manifestSuffix.length), found]),
    ),
    diagnostics,
    texts,
    sourceOf: memoize(async (id) => {
      const file = files.get(id) ?? "";
      const bytes = files.has(id) ? await host.readFile(file) : undefined;
      const source = bytes && parseSource(file, bytes);
      if (!(source instanceof ManifestSource)) return undefined;
      texts.set(file, source.text);
      return source;
    }),
  };
}

/** Reads the output of `toolkiln export --target catalog`; undefined for other text. */
export function readCatalog(text: string, name: string): ToolVersion | undefined {
  const nothing = { invalid: new Map(), diagnostics: [], texts: new Map() };
  try {
    const catalog: unknown = JSON.parse(text);
    const tools = isJsonObject(catalog) && catalog["version"] === 1 ? catalog["tools"] : undefined;
    if (!Array.isArray(tools) || !tools.every(isSpec)) return undefined;
    return { name, specs: tools, ...nothing, sourceOf: async () => undefined };
  } catch {
    return undefined;
  }
}

function isSpec(value: unknown): value is ToolSpec {
  if (!isJsonObject(value)) return false;
  const texts = ["id", "wireName", "name", "description", "category", "risk", "kind"];
  const hasObjects = ["inputSchema", "result"].every((key) => isJsonObject(value[key]));
  return hasObjects && texts.every((key) => typeof value[key] === "string");
}
