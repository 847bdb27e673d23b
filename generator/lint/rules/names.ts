import { configurationFile } from "../../config.js";
import { diagnostic, type DiagnosticCode, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean, suggest } from "../../diagnostics/suggest.js";
import { asObject, itemsOf } from "../../values/json-object.js";
import type { ManifestIdentity } from "../../model/compiled-manifest.js";
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

/** Requires a file name that matches the tool's id, and an id that is not reserved in generated code. */
export const idRule: LintRule = function* ({ manifest: view }) {
  const { id, source } = view;
  // Invalid ids are reported elsewhere.
  if (id === undefined || !isId(id)) return;
  if (isMisnamed({ id, file: source.file })) {
    const name = nameOf(source.file);
    const message = `The file is named ${name}, but the id is \`${id}\`.`;
    const help = `Rename the file to ${id}${manifestSuffix}, or write \`id: ${name.slice(0, -manifestSuffix.length)}\`.`;
    yield diagnostic("TK4001", view.place(["id"]), message, help);
  }
  const isDevice = isDeviceName(id);
  const reason = isDevice ? "Windows reserves it as a device name" : reserved.get(id);
  if (reason === undefined) return;
  const message = `\`${id}\` cannot be an id: ${reason}.`;
  const help = `Choose another, such as \`${id}-tool\`.`;
  yield diagnostic(isDevice ? "TK4006" : "TK4005", view.place(["id"]), message, help);
};

/** Requires an old parameter name to map to one parameter and not to be one itself. */
export const renamedParametersRule: LintRule = function* ({ manifest: view }) {
  const owners = new Map<string, string>(Object.keys(view.parameters).map((name) => [name, name]));
  for (const [name, property] of Object.entries(view.parameters)) {
    const oldNames = [asObject(property)["x-renamed-from"]].flat();
    for (const old of oldNames.filter((one) => typeof one === "string")) {
      const owner = claim(owners, old, name);
      if (owner === undefined) continue;
      const message = `The old name \`${old}\` belongs to the parameter \`${owner}\`.`;
      const help = "Remove it: an old name can belong to only one parameter.";
      yield diagnostic("TK4007", view.place(["schema", "properties", name, "x-renamed-from"]), message, help);
    }
  }
};

/** Gives a name to its first owner; returns the earlier owner, if any. */
function claim<Owner>(owners: Map<string, Owner>, name: string, owner: Owner): Owner | undefined {
  const earlier = owners.get(name);
  if (earlier === undefined) owners.set(name, owner);
  return earlier;
}

/** Requires different ids, generated names, wire names and old names of tools. */
const collisionsRule: ProjectRule = function* ({ manifests, config }) {
  const named = manifests
    .filter(({ id }) => id !== undefined && isId(id))
    // The manifest with the matching file name owns the id: the other one is an unchanged copy.
    .toSorted((a, b) => Number(isMisnamed(a)) - Number(isMisnamed(b)));
  const taken = new Map<string, ManifestIdentity>();
  for (const view of named) {
    const { id = "" } = view;
    const owner = claim(taken, `id ${id}`, view);
    if (owner !== undefined) {
      yield clash("TK4002", "id", view, owner, `The id \`${id}\` is already used by ${owner.file}.`);
      continue;
    }
    const { contract, base } = nameTool(id);
    for (const name of [contract, base]) {
      const other = claim(taken, `name ${name}`, view);
      if (other === undefined) continue;
      yield clash("TK4003", "id", view, other, `The name \`${name}\` is already taken in generated code.`);
      break;
    }
    const wireName = wireNameOf(view.value["wireName"], id, config);
    const other = claim(taken, `wire ${wireName.toLowerCase().replaceAll(/[-.]/g, "_")}`, view);
    if (other === undefined) continue;
    const message = `The wire name \`${wireName}\` is already taken. Some providers ignore case and treat \`-\`, \`.\` and \`_\` alike.`;
    yield clash("TK4004", "wireName", view, other, message);
  }
  yield* oldNames(named);
};

function isMisnamed({ id = "", file }: Pick<ManifestIdentity, "id" | "file">): boolean {
  return nameOf(file) !== `${id}${manifestSuffix}`;
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
  const owners = new Map(manifests.map((view) => [view.id ?? "", view]));
  for (const view of manifests) {
    for (const [index, old] of itemsOf(view.value["renamedFrom"])) {
      const owner = typeof old === "string" ? claim(owners, old, view) : undefined;
      if (typeof old !== "string" || owner === undefined) continue;
      const what = owner === view ? "already belongs to this tool" : "is used by another tool";
      const related = [{ ...placeIn(owner, ["id"]), message: "First used here." }];
      const help = "Remove it: an old id must lead to exactly one tool.";
      const message = `The old id \`${old}\` ${what}.`;
      yield diagnostic("TK4007", placeIn(view, ["renamedFrom", index]), message, { help, related });
    }
  }
}

/** Requires unique registry names of toolsets that do not clash with other generated names. */
const toolsetNamesRule: ProjectRule = function* ({ config: { toolsets = {} } }) {
  // `registry.ts` always exports this name; a toolset's registry could have the same.
  const owners = new Map([["createToolRegistry", "the generated code"]]);
  for (const toolset of Object.keys(toolsets)) {
    const name = registryName(toolset);
    const owner = claim(owners, name, `the toolset \`${toolset}\``);
    if (owner === undefined) continue;
    const message = `The registry of the toolset \`${toolset}\` would be called \`${name}\`, but ${owner} already uses that name.`;
    const help = "Rename the toolset in the configuration; a difference in hyphens is not enough.";
    yield diagnostic("TK4003", { file: configurationFile }, message, help);
  }
};

/** The selectors of a toolset, and the key of the manifest that each compares. */
const selectors = [
  ["ids", "id", "the tool", "which does not exist"],
  ["tags", "tags", "the tag", "which no tool has"],
  ["categories", "category", "the category", "which no tool has"],
] as const;

/** Requires toolset selectors to name existing ids, tags and categories; otherwise a missing tool would go unnoticed. */
const toolsetSelectorsRule: ProjectRule = function* ({ config, manifests, complete }) {
  if (!complete) return;
  for (const [toolset, wanted] of Object.entries(config.toolsets ?? {})) {
    for (const [selector, key, noun, problem] of selectors) {
      const values = manifests.flatMap(({ value }) => [value[key]].flat());
      const present = new Set(values.filter((value) => typeof value === "string"));
      for (const name of wanted[selector]?.filter((one) => !present.has(one)) ?? []) {
        const meant = didYouMean(suggest(name, present));
        const message = `\`toolsets.${toolset}.${selector}\` names ${noun} \`${name}\`, ${problem}.${meant}`;
        const help = "Correct the name in the configuration, or remove it.";
        yield diagnostic("TK4009", { file: configurationFile }, message, help);
      }
    }
  }
};

/** Requires a unique type, file and name in `$defs` for each shared definition. */
export const sharedNamesRule: ModelRule = function* (models) {
  const definitions = models.flatMap(({ shared = [] }) => shared);
  if (definitions.length === 0) return;
  const owners = new Map<string, Place>();
  for (const { names, origin } of models) {
    const { input, params, data, injected, base, matchRules } = names;
    const place = placeIn(origin, ["id"]);
    // A definition called `…Rules` would generate a function with the name of `matchRules`.
    for (const name of [input, params, data, injected, base, matchRules.replace(/^match/, "")])
      owners.set(fold(name), place);
  }
  const byPlace = new Map(definitions.map((definition) => [JSON.stringify(definition.place), definition]));
  for (const { type, filledType, file, place } of byPlace.values()) {
    const claimed = [type, filledType, file].map((name) => claim(owners, fold(name), place));
    const taken = claimed.find((other) => other !== undefined && other !== place);
    if (taken === undefined) continue;
    const message = `The generated type of this definition would be \`${type}\`, which clashes with another generated name.`;
    const related = [{ ...taken, message: "First used here." }];
    yield diagnostic("TK4010", place, message, { help: "Rename one of the two.", related });
  }
};

/** Some file systems ignore case, and readers confuse names that differ only in case or hyphens. */
function fold(name: string): string {
  return name.replaceAll("-", "").toLowerCase();
}

/** The rules that compare the manifests of a project with each other. */
export const projectRules: readonly ProjectRule[] = [collisionsRule, toolsetNamesRule, toolsetSelectorsRule];
