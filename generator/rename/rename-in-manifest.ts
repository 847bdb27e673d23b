import { isJsonObject, itemsOf, valueAt } from "../values/json-object.js";
import { titleOf } from "../names/tool-names.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { escapePattern, editsOf, type Edit, type RenameRequest } from "./rename-plan.js";

/** The edits that change a tool's id in its own manifest. */
export function idEdits(source: ManifestSource, from: string, to: string): Edit[] {
  const snake = (id: string): string => id.replaceAll("-", "_");
  const names = [
    ["id", from, to],
    ["wireName", from, to],
    ["wireName", snake(from), snake(to)],
    ["name", titleOf(from), titleOf(to)],
  ] as const;
  const former = valueAt(source.value, ["renamedFrom"]);
  const last = spanOf(source, ["id"]).to - 1;
  const lineEnd = last + source.text.slice(last).search(/\r?\n|$/);
  return [
    ...names
      .filter(([key, old]) => valueAt(source.value, [key]) === old)
      .flatMap(([key, old, now]) => replaceText(source, [key], old, now)),
    former === undefined
      ? { from: lineEnd, to: lineEnd, text: `\nrenamedFrom: [${yamlText(from)}]` }
      : addOldName(source, ["renamedFrom"], from, to),
  ];
}

/** Adds an old name to those listed, without the new name. A block list ends with a line break. */
function addOldName(source: ManifestSource, path: ManifestPath, from: string, to: string): Edit {
  const names = [valueAt(source.value, path), from].flat().filter((name) => name !== to);
  const span = spanOf(source, path);
  const isBlock = source.text.slice(span.from, span.to).endsWith("\n");
  return { ...span, text: `[${names.map(yamlText).join(", ")}]${isBlock ? "\n" : ""}` };
}

/** The edits for a tool's new id in YAML or `toolkiln.config.json`: `$ref`, test steps, toolsets, code spans. */
export function toolUseEdits(source: ManifestSource, from: string, to: string): Edit[] {
  return valuesIn(source.value).flatMap(({ path, value }) => {
    const key = path.at(-1);
    if (typeof value !== "string" || path[0] === "renamedFrom" || path[0] === "id") return [];
    if (key === "$ref" && new RegExp(`(^|/)${from}\\.tool\\.yaml(#|$)`).test(value))
      return replaceText(source, path, `${from}.tool.yaml`, `${to}.tool.yaml`);
    const isId = key === "tool" || path.includes("toolsets") || path.includes("ids");
    if (isId && value === from) return replaceText(source, path, from, to);
    return replaceText(source, path, `\`${from}\``, `\`${to}\``);
  });
}

/** The edits that rename a parameter of a tool: in its own manifest, and in test steps that call it in others. */
export function parameterEdits(
  source: ManifestSource,
  { id, parameter: from, to }: Required<RenameRequest>,
  isOwn = true,
): Edit[] {
  const all = valuesIn(source.value);
  const keys = all
    .filter(({ path }) => path.at(-1) === from && parameterKeys.test(path.join("/")))
    .filter(({ path }) => (valueAt(source.value, [...path.slice(0, -2), "tool"]) ?? (isOwn && id)) === id)
    .map(({ path }) => ({ ...spanOf(source, path, "key"), text: yamlText(to) }));
  if (!isOwn) return keys;
  const values = all.filter(({ path, value }) => value === from && parameterValues.test(path.join("/")));
  const texts = all.filter(({ path }) => path[0] === "executionSummary" || path[0] === "concurrency");
  return [
    ...keys,
    ...values.flatMap(({ path }) => replaceText(source, path, from, to)),
    ...texts.flatMap(({ path }) => replaceText(source, path, `{${from}}`, `{${to}}`)),
    addRenamedFrom(source, from, to),
  ];
}

/** `x-renamed-from`, in the style of the property. */
function addRenamedFrom(source: ManifestSource, from: string, to: string): Edit {
  const property = ["schema", "properties", from];
  const path = [...property, "x-renamed-from"];
  if (valueAt(source.value, path) !== undefined) return addOldName(source, path, from, to);
  const { from: start } = spanOf(source, property);
  if (source.text[start] === "{")
    return { from: start + 1, to: start + 1, text: ` x-renamed-from: ${yamlText(from)},` };
  const indent = " ".repeat(source.place(property).range.start.column - 1);
  return { from: start, to: start, text: `x-renamed-from: ${yamlText(from)}\n${indent}` };
}

/** A schema of all parameters, or a subschema of one that also applies to all of them. */
const schema = String.raw`(?:schema|rules/\d+/whenSchema)(?:/(?:\w+Of/\d+|if|then|else|not|dependentSchemas/[^/]+))*`;

/** Keys that name a parameter: in schemas, in conditions of rules, in examples and tests. */
const parameterKeys = new RegExp(
  String.raw`^(?:${schema}/(?:properties|dependent\w+)|rules/\d+/when|(?:examples|tests)/\d+/(?:steps/\d+/)?params)/[^/]+$`,
);

/** Values that name a parameter. */
const parameterValues = new RegExp(
  String.raw`^${schema}/(?:required/\d+|dependentRequired/[^/]+/\d+)$|^rules/\d+/warn/parameter$|/x-use-instead$`,
);

/** A value and all nested values, with their paths. */
function valuesIn(value: unknown, path: ManifestPath = []): { path: ManifestPath; value: unknown }[] {
  const inside = Array.isArray(value) ? itemsOf(value) : Object.entries(isJsonObject(value) ? value : {});
  return [{ path, value }, ...[...inside].flatMap(([step, inner]) => valuesIn(inner, [...path, step]))];
}

function spanOf(source: ManifestSource, path: ManifestPath, target: "key" | "value" = "value"): Edit {
  const { start, end } = source.place(path, target).range;
  return { from: source.offsetOf(start), to: source.offsetOf(end), text: "" };
}

/** A name as a YAML string, in quotes where it would otherwise be another value. */
const yamlText = (name: unknown): string =>
  /^(?!(?:null|true|false)$)[a-z_]([\w .-]*\w)?$/i.test(String(name)) ? String(name) : JSON.stringify(name);

/** Replaces every occurrence of a part of a scalar. */
function replaceText(source: ManifestSource, path: ManifestPath, part: string, text: string): Edit[] {
  const pattern = new RegExp(escapePattern(part), "g");
  const raw = source.rawText(path) ?? "";
  return editsOf(raw, pattern, raw === part ? yamlText(text) : text, spanOf(source, path).from);
}
