import type { JsonSchemaObject, RuleSpec, ToolSpec } from "@toolkiln/runtime";
import type { CheckedManifest } from "../lint/check-manifest.js";
import type { Manifest, ManifestResult, ManifestRule } from "../model/manifest.js";
import type { ToolModel } from "../model/tool-model.js";
import { toMilliseconds } from "./duration.js";
import { collectExtensions, withoutInjected } from "./schema-extensions.js";
import { nameTool, titleOf } from "./tool-names.js";

/** Decides everything that a manifest leaves open. */
export function lowerTool({ manifest, source }: CheckedManifest): ToolModel {
  const paramsSchema = closeRoot(manifest.schema);
  return {
    spec: lowerSpec(manifest, paramsSchema),
    names: nameTool(manifest.id),
    ...(manifest.renamedFrom && { formerNames: manifest.renamedFrom.map(nameTool) }),
    paramsSchema,
    origin: source,
  };
}

function lowerSpec(manifest: Manifest, paramsSchema: JsonSchemaObject): ToolSpec {
  const { id, executionSummary, timeout, rules, renamedFrom, deprecated } = manifest;
  const { paths, sensitive, inject } = collectExtensions(paramsSchema);
  const result: ManifestResult =
    typeof manifest.result === "string" ? { kind: manifest.result } : manifest.result;
  const { kind, data, ...resultSpec } = result;
  return {
    id,
    wireName: manifest.wireName ?? id,
    name: manifest.name ?? titleOf(id),
    description: manifest.description.trim(),
    category: manifest.category,
    risk: manifest.risk,
    kind,
    ...optional({
      tags: manifest.tags,
      requires: manifest.requires ?? defaultRequirements(manifest.category),
    }),
    ...optional({ renamedFrom, deprecated, executionSummary }),
    ...(timeout !== undefined && { timeout: toMilliseconds(timeout) }),
    inputSchema: withoutInjected(paramsSchema, inject),
    result: { ...resultSpec, ...(data && { dataSchema: data }) },
    ...optional({ paths: nonEmpty(paths), sensitive: nonEmpty(sensitive), inject: nonEmpty(inject) }),
    ...optional({ rules: rules && nonEmpty(rules.map(lowerRule)), concurrency: manifest.concurrency }),
    ...optional({ examples: manifest.examples, hints: manifest.hints, targets: manifest.targets }),
    ...optional({ envelope: manifest.envelope }),
  };
}

/** A tool's parameters are an object, and a closed one unless the manifest says otherwise. */
function closeRoot(schema: JsonSchemaObject = {}): JsonSchemaObject {
  return { type: "object", additionalProperties: false, ...schema };
}

/** All named parameters have to be present and match. */
function lowerRule({ when = {}, whenSchema, risk, warn }: ManifestRule): RuleSpec {
  const condition = whenSchema ?? { type: "object", properties: when, required: Object.keys(when) };
  return { when: condition, ...optional({ risk, warn }) };
}

/** The capability that a category's tools cannot do without. */
function defaultRequirements(category: string): readonly string[] | undefined {
  const requirement = requirements[category];
  return requirement === undefined ? undefined : [requirement];
}

const requirements: Readonly<Record<string, string>> = {
  "file-system": "workspace",
  search: "workspace",
  workspace: "workspace",
  terminal: "terminal",
  editor: "editor",
  git: "git-repository",
};

function nonEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** Leaves out what is undefined, so that the keys that are there all mean something. */
function optional<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
