import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { compareRisk, type ToolNames } from "@toolkiln/runtime/vocabulary";
import type { JsonObject } from "../values/json-object.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { jsonKey } from "../values/json-key.js";
import { classOf, type ChangeCode, type ToolChange } from "./change.js";
import { compareSchemas } from "./compare-schemas.js";
import { describeChange, show } from "./describe-gap.js";

/** Two versions of a tool. */
export interface ToolPair {
  readonly before: ToolSpec;
  readonly after: ToolSpec;
}

/** The tools of two versions: those in both, renamed or not, and the others. */
export interface PairedTools {
  readonly pairs: readonly ToolPair[];
  readonly removed: readonly ToolSpec[];
  readonly added: readonly ToolSpec[];
}

/** Pairs the tools of two versions by id, then by the new version's former ids. */
export function pairTools(before: readonly ToolSpec[], after: readonly ToolSpec[]): PairedTools {
  const byId = new Map(after.map((spec) => [spec.id, spec]));
  const byFormerId = new Map(
    after.flatMap((spec) => (spec.renamedFrom ?? []).map((id) => [id, spec] as const)),
  );
  const pairs: ToolPair[] = [];
  const removed: ToolSpec[] = [];
  for (const spec of before) {
    const now = byId.get(spec.id) ?? byFormerId.get(spec.id);
    if (now === undefined) removed.push(spec);
    else pairs.push({ before: spec, after: now });
  }
  const known = new Set(pairs.map((pair) => pair.after.id));
  return { pairs, removed, added: after.filter(({ id }) => !known.has(id)) };
}

export function toolChange(tool: string, code: ChangeCode, path: ManifestPath, message: string): ToolChange {
  return { tool, code, class: classOf(code), path, message };
}

/** All differences between two versions of a tool's own data. */
export function compareTool({ before, after }: ToolPair, names: ToolNames): readonly ToolChange[] {
  const make: Make = (code, path, message) => toolChange(after.id, code, path, message);
  return [
    ...nameChanges(before, after, names, make),
    ...permissionChanges(before, after, make),
    ...requirementChanges(before, after, make),
    ...parameterChanges(before, after, make),
    ...resultChanges(before, after, make),
    ...valueChanges(before, after, make),
  ];
}

type Make = (code: ChangeCode, path: ManifestPath, message: string) => ToolChange;

function resultChanges(before: ToolSpec, after: ToolSpec, make: Make): ToolChange[] {
  if (before.kind !== after.kind) {
    const message = `The kind of the result changed from \`${before.kind}\` to \`${after.kind}\`.`;
    return [make("TK7009", ["result", "kind"], message)];
  }
  const changes = compareSchemas(before.result.dataSchema ?? {}, after.result.dataSchema ?? {}, "result");
  return changes.map(({ code, path, message }) => make(code, ["result", "data", ...path], message));
}

function nameChanges(before: ToolSpec, after: ToolSpec, names: ToolNames, make: Make): ToolChange[] {
  const changes: ToolChange[] = [];
  if (before.id !== after.id)
    changes.push(
      make("TK7207", ["renamedFrom"], `The tool was renamed from \`${before.id}\`; the old id still works.`),
    );
  if (before.wireName !== after.wireName) {
    const found = names.find(before.wireName) === after.id;
    const message = `The wire name changed from \`${before.wireName}\` to \`${after.wireName}\``;
    const rest = found ? "the old name still works" : "calls by the old name fail";
    changes.push(make(found ? "TK7201" : "TK7008", ["wireName"], `${message}; ${rest}.`));
  }
  return changes;
}

function permissionChanges(before: ToolSpec, after: ToolSpec, make: Make): ToolChange[] {
  const changes: ToolChange[] = [];
  if (before.risk !== after.risk) {
    const verb = compareRisk(after.risk, before.risk) > 0 ? "raised" : "lowered";
    changes.push(make("TK7101", ["risk"], `The risk was ${verb} from ${before.risk} to ${after.risk}.`));
  }
  const lists = [
    ["TK7102", "A rule", before.rules, after.rules],
    ["TK7104", "A path rule", before.paths, after.paths],
    ["TK7105", "An injected parameter", before.inject, after.inject],
    ["TK7106", "A sensitive parameter", before.sensitive, after.sensitive],
  ] as const;
  for (const [code, noun, old = [], now = []] of lists) {
    const [removed, added] = [missingIn(now, old), missingIn(old, now)];
    changes.push(
      ...removed.map((item) => make(code, placeOf(item), `${noun} was removed: ${show(item)}.`)),
      ...added.map((item) => make(code, placeOf(item), `${noun} was added: ${show(item)}.`)),
    );
    // The first matching rule warns first.
    if (code === "TK7102" && removed.length + added.length === 0 && !isSame(old, now))
      changes.push(make(code, ["rules"], "The order of the rules changed."));
  }
  return changes;
}

/** The path of a rule or a parameter. */
function placeOf(item: unknown): ManifestPath {
  const { when, parameter, pointer = item } = Object(item) as JsonObject;
  if (when !== undefined) return ["rules"];
  const [, first = ""] = typeof pointer === "string" ? pointer.split("/") : [];
  return ["schema", "properties", typeof parameter === "string" ? parameter : first];
}

/** The items that are missing in another list. */
function missingIn(others: readonly unknown[], items: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map(jsonKey));
  return items.filter((item) => !known.has(jsonKey(item)));
}

/** Changed requirements for callers. */
function requirementChanges(before: ToolSpec, after: ToolSpec, make: Make): ToolChange[] {
  const injected = ({ inject = [] }: ToolSpec) =>
    inject.filter(({ optional }) => optional !== true).map(({ key }) => key);
  const requirements = [
    ["requires", "Callers", "", before.requires, after.requires],
    ["uses", "Applications", "the service ", before.uses, after.uses],
    ["schema", "Applications", "the injected value ", injected(before), injected(after)],
  ] as const;
  return requirements.flatMap(([key, who, what, old = [], now = []]) => [
    ...now
      .filter((name) => !old.includes(name))
      .map((name) => make("TK7010", [key], `${who} must now provide ${what}\`${name}\`.`)),
    ...old
      .filter((name) => !now.includes(name))
      .map((name) => make("TK7302", [key], `${who} no longer need to provide ${what}\`${name}\`.`)),
  ]);
}

function parameterChanges(before: ToolSpec, after: ToolSpec, make: Make): ToolChange[] {
  const renamed = Object.entries(after.renamedParameters ?? {}).filter(([old]) =>
    Object.hasOwn(before.inputSchema.properties ?? {}, old),
  );
  const schema = renamed.reduce(
    (current, [old, now]) => renameProperty(current, old, now),
    before.inputSchema,
  );
  return [
    ...renamed.map(([old, now]) =>
      make(
        "TK7207",
        ["schema", "properties", now],
        `The parameter was renamed from \`${old}\`; the old name still works.`,
      ),
    ),
    ...compareSchemas(schema, after.inputSchema, "parameters").map(({ code, path, message }) =>
      make(code, ["schema", ...path], message),
    ),
  ];
}

/** A schema of parameters after one of them was renamed. */
function renameProperty(schema: JsonSchemaObject, old: string, now: string): JsonSchemaObject {
  const { properties = {}, required } = schema;
  const rename = (name: string): string => (name === old ? now : name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [rename(name), inner])),
    ...(required && { required: required.map(rename) }),
  };
}

/** Parts that are compared by value. */
const valueParts = [
  ["TK7103", "hints", ["hints"]],
  ["TK7106", "approval text", ["executionSummary"]],
  ["TK7201", "name", ["name"]],
  ["TK7201", "description", ["description"]],
  ["TK7201", "deprecation", ["deprecated"]],
  ["TK7204", "examples", ["examples"]],
  ["TK7302", "category", ["category"]],
  ["TK7302", "tags", ["tags"]],
  ["TK7302", "timeout", ["timeout"]],
  ["TK7302", "concurrency", ["concurrency"]],
  ["TK7302", "envelope", ["envelope"]],
  ["TK7302", "length of the data", ["result", "maxDataLength"]],
  ["TK7302", "MIME type", ["result", "mimeType"]],
  ["TK7302", "display hints", ["result", "display"]],
] as const;

function valueChanges(before: ToolSpec, after: ToolSpec, make: Make): ToolChange[] {
  return valueParts.flatMap(([code, noun, path]) => {
    const [old, now] = [before, after].map((spec) =>
      path.reduce<unknown>((value, key) => Object(value)[key], spec),
    );
    if (isSame(old, now)) return [];
    return [make(code, path, `The ${describeChange(noun, old, now)}`)];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return jsonKey(one ?? null) === jsonKey(other ?? null);
}
