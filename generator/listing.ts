import type { RiskLevel } from "@toolkiln/runtime";
import { isRiskLevel, toolCategories } from "@toolkiln/runtime/vocabulary";
import type { GeneratorConfig } from "./config.js";
import type { Host } from "./host.js";
import { compareTexts } from "./model/compare-texts.js";
import { isJsonObject, type JsonObject } from "./model/json-object.js";
import { isId } from "./model/tool-id.js";
import { titleOf, wireNameOf } from "./model/tool-names.js";
import { findManifests, folderOf, manifestSuffix, nameOf } from "./read/find-manifests.js";
import { plainYaml } from "./read/plain-yaml.js";
import { topLevelKeys } from "./read/top-level-keys.js";

export { findImplementation } from "./implementations/find-implementation.js";

/** What a list tells of a tool. */
export interface ToolSummary {
  readonly id: string;
  readonly wireName: string;
  readonly name: string;
  readonly category: string;
  readonly risk: RiskLevel;
  readonly kind: string;
  readonly tags: readonly string[];
}

/**
 * Lists the tools of manifests that are written plainly, without parsing or judging the rest of them, which takes many
 * times as long. Undefined when one is not plain or not plainly in order: then only the whole analysis can tell.
 */
export async function listTools(
  host: Host,
  config: GeneratorConfig,
): Promise<readonly ToolSummary[] | undefined> {
  const files = await findManifests(host, config);
  if (files.manifests.length === 0) return undefined;
  const defaults = new Map<string, JsonObject>();
  for (const file of files.defaults) {
    const values = await readValues(host, file);
    if (values === undefined) return undefined;
    defaults.set(folderOf(file), values);
  }
  const tools = new Map<string, ToolSummary>();
  for (const file of files.manifests) {
    const own = await readValues(host, file, "description");
    const tool = own && summarize(file, { ...defaults.get(folderOf(file)), ...own }, config);
    if (tool === undefined || tools.has(tool.id)) return undefined;
    tools.set(tool.id, tool);
  }
  return [...tools.values()].toSorted((a, b) => compareTexts(a.id, b.id));
}

const listedKeys = new Set(["id", "wireName", "name", "category", "risk", "tags", "result"]);

/** The values of a file that a list tells; undefined when they cannot be read plainly, or another key is missing. */
async function readValues(host: Host, file: string, needed?: string): Promise<JsonObject | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await host.readFile(file);
  } catch {
    // The analysis reads the file again and says what is wrong with it.
    return undefined;
  }
  const keys = topLevelKeys(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), listedKeys);
  if (keys === undefined || (needed !== undefined && !keys.names.has(needed))) return undefined;
  return keys.excerpt === "" ? {} : plainYaml(`${keys.excerpt}\n`);
}

function summarize(file: string, values: JsonObject, config: GeneratorConfig): ToolSummary | undefined {
  const { id, risk, category, result, name, wireName, tags = [] } = values;
  const kind = isJsonObject(result) ? result["kind"] : result;
  const categories: readonly string[] = [...toolCategories, ...(config.categories ?? [])];
  if (!isText(id) || !isId(id) || nameOf(file) !== `${id}${manifestSuffix}`) return undefined;
  if (!isRiskLevel(risk) || !isText(kind)) return undefined;
  if (!isText(category) || !categories.includes(category)) return undefined;
  if (!Array.isArray(tags) || !tags.every(isText)) return undefined;
  if ((name !== undefined && !isText(name)) || (wireName !== undefined && !isText(wireName)))
    return undefined;
  return {
    id,
    wireName: wireNameOf(wireName, id, config),
    name: name ?? titleOf(id),
    category,
    risk,
    kind,
    tags,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
