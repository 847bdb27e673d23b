import type { RiskLevel } from "@toolkiln/runtime";
import { isRiskLevel, toolCategories } from "@toolkiln/runtime/vocabulary";
import type { GeneratorConfig } from "./config.js";
import type { Host } from "./host.js";
import { compareTexts } from "./model/compare-texts.js";
import { titleOf, wireNameOf } from "./model/tool-names.js";
import { defaultsName, manifestSuffix } from "./read/find-manifests.js";
import { plainKeys, type PlainKeys } from "./read/plain-keys.js";

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
  const all = await host.listFiles(config.manifests);
  const defaults = new Map<string, PlainKeys>();
  for (const file of all.filter((path) => path.endsWith(`/${defaultsName}`))) {
    const keys = await readKeys(host, file);
    if (keys === undefined) return undefined;
    defaults.set(file.slice(0, -defaultsName.length), keys);
  }
  const files = all.filter((file) => file.endsWith(manifestSuffix));
  if (files.length === 0) return undefined;
  const tools = await Promise.all(
    files.map(async (file) => {
      const keys = await readKeys(host, file);
      const shared = defaults.get(file.slice(0, file.lastIndexOf("/") + 1)) ?? [];
      return keys && summarize(file, new Map([...shared, ...keys]), config);
    }),
  );
  const listed = tools.filter((tool) => tool !== undefined);
  const ids = new Set(listed.map(({ id }) => id));
  if (ids.size < files.length) return undefined;
  return listed.toSorted((a, b) => compareTexts(a.id, b.id));
}

const identifier = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

async function readKeys(host: Host, file: string): Promise<PlainKeys | undefined> {
  try {
    const bytes = await host.readFile(file);
    return bytes && plainKeys(bytes);
  } catch {
    // The analysis reads the file again and says what is wrong with it.
    return undefined;
  }
}

function summarize(file: string, keys: PlainKeys, config: GeneratorConfig): ToolSummary | undefined {
  if (!keys.has("description")) return undefined;
  const [id, risk, category, kind] = [
    text(keys, "id"),
    text(keys, "risk"),
    text(keys, "category"),
    kindOf(keys),
  ];
  const [name, wireName, tags] = [
    text(keys, "name"),
    text(keys, "wireName"),
    keys.has("tags") ? keys.get("tags") : [],
  ];
  const categories: readonly string[] = [...toolCategories, ...(config.categories ?? [])];
  if (id === undefined || !identifier.test(id) || !file.endsWith(`/${id}.tool.yaml`)) return undefined;
  if (risk === undefined || !isRiskLevel(risk) || kind === undefined) return undefined;
  if (category === undefined || !categories.includes(category) || !Array.isArray(tags)) return undefined;
  if ((keys.has("name") && name === undefined) || (keys.has("wireName") && wireName === undefined))
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

function text(keys: PlainKeys, key: string): string | undefined {
  const value = keys.get(key);
  return typeof value === "string" ? value : undefined;
}

/** The kind stands behind `result`, or below it. */
function kindOf(keys: PlainKeys): string | undefined {
  return text(keys, "result") ?? text(keys, "result.kind");
}
