import { configurationFile } from "../../config.js";
import { diagnostic, type DiagnosticCode, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean, suggest } from "../../diagnostics/suggest.js";
import { isJsonObject, itemsOf } from "../../values/json-object.js";
import type { ManifestIdentity } from "../../model/compiled-manifest.js";
import type { SharedDefinition, ToolModel } from "../../model/tool-model.js";
import { isDeviceName, isId, nameTool, registryName, wireNameOf } from "../../names/tool-names.js";
import { manifestSuffix, nameOf } from "../../read/find-manifests.js";
import type { Place } from "../../read/manifest-source.js";
import { placeIn } from "../../read/places.js";
import type { LintRule, ModelRule, ProjectRule } from "../rule.js";

/** Ids with generated names that clash with existing ones. */
const reserved: ReadonlyMap<string, string> = new Map([
  ["constructor", "every object has a `constructor`"],
  ["prototype", "every class has a `prototype`"],
  ["then", "JavaScript treats a module that exports `then` as a promise"],
  ["index", "`index.ts` is generated for all tools together"],
  ["registry", "`registry.ts` is generated for all tools together"],
  ["catalog", "`catalog.ts` is generated for all tools together"],
]);

/** The file name matches the tool's id, and the id is not reserved in generated code. */
export const idRule: LintRule = function* ({ manifest: view }) {
  const { id, source } = view;
  // Invalid ids are reported elsewhere.
  if (id === undefined || !isId(id)) return;
  const name = nameOf(source.file);
  if (name !== `${id}${manifestSuffix}`) {
    const message = `The file is named ${name}, but the id is \`${id}\`.`;
    const help = `Rename the file to ${id}${manifestSuffix}, or write \`id: ${name.slice(0, -manifestSuffix.length)}\`.`;
    yield diagnostic("TK4001", view.place(["id"]), message, help);
  }
  const reason = reserved.get(id);
  const help = `Choose another, such as \`${id}-tool\`.`;
  if (reason !== undefined)
    yield diagnostic("TK4005", view.place(["id"]), `\`${id}\` cannot be an id: ${reason}.`, help);
  if (isDeviceName(id)) {
    const message = `\`${id}\` cannot be an id: Windows reserves it as a device name.`;
    yield diagnostic("TK4006", view.place(["id"]), message, help);
  }
};

/** An old parameter name maps to one parameter and is not one itself. */
export const renamedParametersRule: LintRule = function* ({ manifest: view }) {
  const owners = new Map<string, string>(Object.keys(view.parameters).map((name) => [name, name]));
  for (const [name, property] of Object.entries(view.parameters)) {
    const value = isJsonObject(property) ? property["x-renamed-from"] : undefined;
    for (const old of [value].flat()) {
      if (typeof old !== "string") continue;
      const owner = owners.get(old);
      owners.set(old, owner ?? name);
      if (owner === undefined) continue;
      const message = `The old name \`${old}\` belongs to the parameter \`${owner}\`.`;
      const help = "Remove it: an old name can belong to only one parameter.";
      yield diagnostic("TK4007", view.place(["schema", "properties", name, "x-renamed-from"]), message, help);
    }
  }
};

/** No two tools share an id, a generated name, a wire name or an old name. */
export const collisionsRule: ProjectRule = function* ({ manifests, config }) {
  const named = manifests
    .filter(({ id }) => id !== undefined && isId(id))
    // The manifest with the matching file name owns the id: the other one is an unchanged copy.
    .toSorted((a, b) => Number(isMisnamed(a)) - Number(isMisnamed(b)));
  const taken = new Map<string, ManifestIdentity>();
  for (const view of named) {
    const { id = "" } = view;
    const owner = ownerOf(`id ${id}`, view, taken);
    if (owner !== undefined) {
      yield clash("TK4002", "id", view, owner, `The id \`${id}\` is already used by ${owner.file}.`);
      continue;
    }
    const { contract, base } = nameTool(id);
    for (const name of [contract, base]) {
      const other = ownerOf(`name ${name}`, view, taken);
      if (other === undefined) continue;
      yield clash("TK4003", "id", view, other, `Another tool has the name \`${name}\` in generated code.`);
      break;
    }
    const wireName = wireNameOf(view.value["wireName"], id, config);
    const other = ownerOf(`wire ${wireName.toLowerCase().replaceAll(/[-.]/g, "_")}`, view, taken);
    if (other === undefined) continue;
    const message = `Another tool has the wire name \`${wireName}\`. Names that differ only in case, hyphens and dots clash at some providers.`;
    yield clash("TK4004", "wireName", view, other, message);
  }
  yield* oldNames(named);
};

function isMisnamed({ id = "", file }: ManifestIdentity): boolean {
  return nameOf(file) !== `${id}${manifestSuffix}`;
}

/** The other manifest that already has a name; otherwise, this manifest takes it. */
function ownerOf(
  name: string,
  view: ManifestIdentity,
  taken: Map<string, ManifestIdentity>,
): ManifestIdentity | undefined {
  const owner = taken.get(name) ?? view;
  taken.set(name, owner);
  return owner === view ? undefined : owner;
}

function clash(
  code: DiagnosticCode,
  key: string,
  view: ManifestIdentity,
  other: ManifestIdentity,
  message: string,
): Diagnostic {
  const placeOf = (one: ManifestIdentity) => placeIn(one, [Object.hasOwn(one.value, key) ? key : "id"]);
  const owner = other.id === view.id ? "First used here." : `First used by \`${other.id ?? ""}\`.`;
  return diagnostic(code, placeOf(view), message, {
    help: "Rename one of the two.",
    related: [{ ...placeOf(other), message: owner }],
  });
}

function* oldNames(manifests: readonly ManifestIdentity[]): Iterable<Diagnostic> {
  const owners = new Map<unknown, ManifestIdentity>(manifests.map((view) => [view.id, view]));
  for (const view of manifests) {
    for (const [index, old] of itemsOf(view.value["renamedFrom"])) {
      if (typeof old !== "string") continue;
      const owner = owners.get(old);
      owners.set(old, owner ?? view);
      if (owner === undefined) continue;
      const what = owner.id === old && owner === view ? "is the tool's own id" : "belongs to another tool";
      const related = [{ ...placeIn(owner, ["id"]), message: "First used here." }];
      const help = "Remove it: an old id can belong to only one tool.";
      const message = `The old id \`${old}\` ${what}.`;
      yield diagnostic("TK4007", placeIn(view, ["renamedFrom", index]), message, { help, related });
    }
  }
}

const configuration = { file: configurationFile };

/** Registry names of toolsets are unique and do not clash with other generated names. */
export const toolsetNamesRule: ProjectRule = function* ({ config: { toolsets = {} } }) {
  // `registry.ts` always exports this name; a toolset's registry could have the same.
  const owners = new Map([["createToolRegistry", "the generated code"]]);
  for (const toolset of Object.keys(toolsets)) {
    const name = registryName(toolset);
    const owner = owners.get(name);
    owners.set(name, owner ?? `the toolset \`${toolset}\``);
    if (owner === undefined) continue;
    const message = `The registry of the toolset \`${toolset}\` would be called \`${name}\`, but ${owner} already has that name.`;
    const help = "Rename it in the configuration so that its letters and digits differ.";
    yield diagnostic("TK4003", configuration, message, help);
  }
};

const wording = {
  ids: ["the tool", "which does not exist"],
  tags: ["the tag", "which no tool has"],
  categories: ["the category", "which no tool has"],
} as const;

/** Toolset selectors name existing ids, tags and categories; otherwise a missing tool would go unnoticed. */
export const toolsetSelectorsRule: ProjectRule = function* ({
  config: { toolsets = {} },
  manifests,
  complete,
}) {
  if (!complete) return;
  const values = manifests.map(({ value }) => value);
  const present: Readonly<Record<keyof typeof wording, readonly unknown[]>> = {
    ids: values.map(({ id }) => id),
    tags: values.flatMap(({ tags }): unknown[] => (Array.isArray(tags) ? tags : [])),
    categories: values.map(({ category }) => category),
  };
  for (const [toolset, selector] of Object.entries(toolsets)) {
    for (const key of ["ids", "tags", "categories"] as const) {
      for (const name of selector[key] ?? []) {
        if (present[key].includes(name)) continue;
        const near = suggest(name, new Set(present[key].filter((other) => typeof other === "string")));
        const [noun, problem] = wording[key];
        const message = `\`toolsets.${toolset}.${key}\` names ${noun} \`${name}\`, ${problem}.${didYouMean(near)}`;
        const help = "Correct the name in the configuration, or remove it.";
        yield diagnostic("TK4009", configuration, message, help);
      }
    }
  }
};

/** A shared definition has a unique type, file and name in `$defs`. */
export const sharedNamesRule: ModelRule = (models) => {
  const owners = new Map<string, Place>();
  for (const model of models)
    for (const name of typeNamesOf(model)) owners.set(fold(name), placeIn(model.origin, ["id"]));
  const diagnostics: Diagnostic[] = [];
  for (const definition of definitionsOf(models)) {
    const { type, filledType, file } = definition;
    const keys = [type, filledType, file].map(fold);
    const taken = keys.map((key) => owners.get(key)).find((place) => place !== undefined);
    for (const key of keys) owners.set(key, owners.get(key) ?? definition.place);
    if (taken !== undefined) diagnostics.push(collision(definition, taken));
  }
  return diagnostics;
};

/** Some file systems ignore case, and readers confuse names that differ only in case or hyphens. */
function fold(name: string): string {
  return name.replaceAll("-", "").toLowerCase();
}

function typeNamesOf({ names }: ToolModel): string[] {
  const { input, params, data, injected, base, matchRules } = names;
  return [
    input,
    params,
    data,
    injected,
    base,
    // A definition of this name would generate a function with the same name.
    matchRules.replace(/^match/, ""),
  ];
}

function definitionsOf(models: readonly ToolModel[]): SharedDefinition[] {
  const all = models.flatMap(({ shared = [] }) => shared);
  return [...new Map(all.map((definition) => [JSON.stringify(definition.place), definition])).values()];
}

function collision({ type, place }: SharedDefinition, taken: Place): Diagnostic {
  const message = `The generated type of this definition would be \`${type}\`, but that name is already taken.`;
  const related = [{ ...taken, message: "First used here." }];
  return diagnostic("TK4010", place, message, { help: "Rename one of the two.", related });
}
