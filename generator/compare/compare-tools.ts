import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { compareRisk, type ToolNames } from "@toolkiln/runtime/vocabulary";
import { isSchemaObject } from "../json-schema/schema-values.js";
import { inPlaceKeywords, mapSchemas } from "../json-schema/walk-schema.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { jsonKey, valueAt } from "../values/json-object.js";
import { classOf, type ChangeCode, type ToolChange } from "./change.js";
import { compareSchemas } from "./compare-schemas.js";
import { describeChange, show } from "./describe-gap.js";

/** Two versions of a tool. */
export interface ToolPair {
  readonly before: ToolSpec;
  readonly after: ToolSpec;
}

/** Pairs the tools of two versions by id, then by the new version's former ids. */
export function pairTools(before: readonly ToolSpec[], after: readonly ToolSpec[]): readonly ToolPair[] {
  const byFormerId = after.flatMap((spec) => (spec.renamedFrom ?? []).map((id) => [id, spec] as const));
  // An id wins over a former id.
  const byName = new Map([...byFormerId, ...after.map((spec) => [spec.id, spec] as const)]);
  return before.flatMap((spec) => {
    const now = byName.get(spec.id);
    return now ? [{ before: spec, after: now }] : [];
  });
}

export function toolChange(tool: string, code: ChangeCode, path: ManifestPath, message: string): ToolChange {
  return { tool, code, class: classOf(code), path, message };
}

/** All differences between two versions of a tool's own data. */
export function compareTool({ before, after }: ToolPair, names: ToolNames): readonly ToolChange[] {
  const changes: ToolChange[] = [];
  const report = (code: ChangeCode, path: ManifestPath, message: string): void =>
    void changes.push(toolChange(after.id, code, path, message));
  if (before.id !== after.id)
    report("TK7207", ["renamedFrom"], `The tool was renamed from \`${before.id}\`; the old id still works.`);
  for (const id of before.renamedFrom ?? [])
    if (names.find(id) !== after.id)
      report("TK7001", ["renamedFrom"], `The old id \`${id}\` no longer works.`);
  if (before.wireName !== after.wireName) {
    const found = names.find(before.wireName) === after.id;
    const message = `The wire name changed from \`${before.wireName}\` to \`${after.wireName}\``;
    const rest = found ? "the old name still works" : "calls by the old name fail";
    report(found ? "TK7201" : "TK7008", ["wireName"], `${message}; ${rest}.`);
  }
  if (before.risk !== after.risk) {
    const verb = compareRisk(after.risk, before.risk) > 0 ? "raised" : "lowered";
    report("TK7101", ["risk"], `The risk was ${verb} from ${before.risk} to ${after.risk}.`);
  }
  compareLists(before, after, report);
  compareParameters(before, after, report);
  if (before.kind !== after.kind) {
    const message = `The kind of the result changed from \`${before.kind}\` to \`${after.kind}\`.`;
    report("TK7009", ["result", "kind"], message);
  } else
    compareSchemas(before.result.dataSchema ?? {}, after.result.dataSchema ?? {}, "result").forEach(
      ({ code, path, message }) => report(code, ["result", "data", ...path], message),
    );
  for (const [code, noun, path] of valueParts) {
    const [old, now] = [valueAt(before, path), valueAt(after, path)];
    if (jsonKey(old ?? null) !== jsonKey(now ?? null))
      report(code, path, `The ${describeChange(noun, old, now)}`);
  }
  return changes;
}

type Report = (code: ChangeCode, path: ManifestPath, message: string) => void;

/** The lists of a tool: the codes of an added and of a removed item, a noun, and the full items with their paths. */
function listsOf({ rules, paths, inject = [], sensitive, requires, uses }: ToolSpec) {
  const keys = inject.filter(({ optional }) => optional !== true).map(({ key }) => key);
  const parameter = (pointer: string): ManifestPath => ["schema", "properties", pointer.split("/")[1] ?? ""];
  const each = <Item>(items: readonly Item[] | undefined, pathOf: (item: Item) => ManifestPath) =>
    new Map(items?.map((item) => [jsonKey(item), { path: pathOf(item), text: show(item, Infinity) }]));
  return [
    ["TK7102", "TK7102", "A rule", each(rules, () => ["rules"])],
    ["TK7104", "TK7104", "A path check (`x-path`)", each(paths, ({ pointer }) => parameter(pointer))],
    ["TK7105", "TK7105", "An injected parameter", each(inject, (item) => parameter(`/${item.parameter}`))],
    ["TK7106", "TK7106", "A sensitive parameter", each(sensitive, parameter)],
    ["TK7010", "TK7302", "A required capability", each(requires, () => ["requires"])],
    ["TK7010", "TK7302", "A required service", each(uses, () => ["uses"])],
    ["TK7010", "TK7302", "A required injected value", each(keys, () => ["schema"])],
  ] as const;
}

function compareLists(before: ToolSpec, after: ToolSpec, report: Report): void {
  const former = listsOf(before);
  listsOf(after).forEach(([addedCode, removedCode, noun, now], index) => {
    const old = former[index]?.[3] ?? now;
    const removed = [...old].filter(([key]) => !now.has(key));
    const added = [...now].filter(([key]) => !old.has(key));
    for (const [, { path, text }] of removed) report(removedCode, path, `${noun} was removed: ${text}.`);
    for (const [, { path, text }] of added) report(addedCode, path, `${noun} was added: ${text}.`);
    // Approvers see warnings in the order of the rules.
    const isReordered =
      removed.length + added.length === 0 && [...old.keys()].join() !== [...now.keys()].join();
    if (noun === "A rule" && isReordered) report(addedCode, ["rules"], "The order of the rules changed.");
  });
}

function compareParameters(before: ToolSpec, after: ToolSpec, report: Report): void {
  let schema = before.inputSchema;
  for (const [old, now] of Object.entries(after.renamedParameters ?? {})) {
    if (!Object.hasOwn(schema.properties ?? {}, old)) continue;
    schema = renameProperty(schema, old, now);
    const message = `The parameter was renamed from \`${old}\`; the old name still works.`;
    report("TK7207", ["schema", "properties", now], message);
  }
  const { properties = {} } = after.inputSchema;
  for (const [old, name] of Object.entries(before.renamedParameters ?? {})) {
    const now = after.renamedParameters?.[name] ?? name;
    if (!Object.hasOwn(properties, now) || Object.hasOwn({ ...properties, ...after.renamedParameters }, old))
      continue;
    const message = `The old name \`${old}\` of the parameter \`${now}\` no longer works.`;
    report("TK7002", ["schema", "properties", now], message);
  }
  for (const { code, path, message } of compareSchemas(schema, after.inputSchema, "parameters"))
    report(code, ["schema", ...path], message);
}

/** A schema of parameters after one of them was renamed. */
function renameProperty(schema: JsonSchemaObject, old: string, now: string): JsonSchemaObject {
  const rename = (name: unknown): unknown => (name === old ? now : name);
  const renameAll = (names: unknown): unknown => (Array.isArray(names) ? names.map(rename) : names);
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === "required") return [keyword, renameAll(value)];
    const inner = inPlaceKeywords.has(keyword)
      ? mapSchemas(keyword, value, (each) => (isSchemaObject(each) ? renameProperty(each, old, now) : each))
      : value;
    if (!/^(?:properties|dependent\w+)$/.test(keyword) || !isSchemaObject(inner)) return [keyword, inner];
    return [
      keyword,
      Object.fromEntries(Object.entries(inner).map(([name, part]) => [rename(name), renameAll(part)])),
    ];
  });
  return Object.fromEntries(entries);
}

/** Parts that are compared by value. */
const valueParts: readonly (readonly [ChangeCode, string, ManifestPath])[] = [
  ["TK7103", "hints", ["hints"]],
  ["TK7106", "approval text", ["executionSummary"]],
  ["TK7201", "name", ["name"]],
  ["TK7201", "description", ["description"]],
  ["TK7201", "deprecation", ["deprecated"]],
  ["TK7204", "examples", ["examples"]],
  ["TK7302", "category", ["category"]],
  ["TK7302", "tags", ["tags"]],
  ["TK7302", "timeout (ms)", ["timeout"]],
  ["TK7302", "concurrency", ["concurrency"]],
  ["TK7302", "envelope", ["envelope"]],
  ["TK7302", "maximum length of the data", ["result", "maxDataLength"]],
  ["TK7302", "MIME type", ["result", "mimeType"]],
  ["TK7302", "display hints", ["result", "display"]],
];
