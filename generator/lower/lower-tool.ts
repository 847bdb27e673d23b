import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { type RuleSpec, defaultRequirements } from "@toolkiln/runtime/vocabulary";
import type { GeneratorConfig } from "../config.js";
import { bundleSchema, SchemaBundler } from "../json-schema/bundle-schema.js";
import { collectExtensions, selectParameters } from "../json-schema/schema-extensions.js";
import type { CheckedManifest, ManifestResult, ManifestRule } from "../model/manifest.js";
import { toMilliseconds } from "../values/duration.js";
import type { ToolModel } from "../model/tool-model.js";
import { nameTool, titleOf, wireNameOf } from "../names/tool-names.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { recordPlaces } from "../read/places.js";

/** Converts a checked manifest to a tool model. */
export function lowerTool(checked: CheckedManifest, config: GeneratorConfig): ToolModel {
  const { manifest, source, shared, parameters } = checked;
  return {
    spec: lowerSpec(checked, config),
    names: nameTool(manifest.id),
    paramsSchema: parameters,
    ...(shared.size > 0 && { shared: [...shared.values()] }),
    origin: { file: source.file, places: recordPlaces(checked, reportedPaths(checked, config)) },
    ...(manifest.tests !== undefined && { tests: manifest.tests }),
  };
}

/** The paths that model rules may report: some keys, and with targets everything in the schema. */
function* reportedPaths({ manifest }: CheckedManifest, config: GeneratorConfig): Generator<ManifestPath> {
  yield* [["id"], ["wireName"], ["description"], ["schema"]].filter(([key = ""]) =>
    Object.hasOwn(manifest, key),
  );
  if (config.targets !== undefined) yield* pathsIn(manifest.schema, ["schema"]);
}

function* pathsIn(value: unknown, path: ManifestPath): Generator<ManifestPath> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    yield [...path, key];
    yield* pathsIn(inner, [...path, key]);
  }
}

function lowerSpec(checked: CheckedManifest, config: GeneratorConfig): ToolSpec {
  const { manifest, parameters } = checked;
  const { id, category, tags, executionSummary, renamedFrom, deprecated } = manifest;
  const { uses, concurrency, examples, hints, targets, envelope } = manifest;
  const { paths, sensitive, inject, renamedParameters } = collectExtensions(parameters);
  const timeout = manifest.timeout === undefined ? undefined : toMilliseconds(manifest.timeout);
  const requires = manifest.requires ?? defaultRequirements(category, paths);
  const result: ManifestResult =
    typeof manifest.result === "string" ? { kind: manifest.result } : manifest.result;
  const { kind, data, ...resultSpec } = result;
  const dataSchema = data === undefined ? undefined : schemaAt(checked, data, ["result", "data"]);
  const rules = manifest.rules?.map((rule, index) => lowerRule(checked, rule, index));
  return {
    id,
    wireName: wireNameOf(manifest.wireName, id, config),
    name: manifest.name ?? titleOf(id),
    description: manifest.description.trim(),
    category,
    risk: manifest.risk,
    kind,
    ...optional({ tags, requires, renamedFrom, deprecated, executionSummary, timeout }),
    inputSchema: selectParameters(parameters, inject, "others"),
    result: { ...resultSpec, ...optional({ dataSchema }) },
    ...optional({ paths: nonEmpty(paths), sensitive: nonEmpty(sensitive), inject: nonEmpty(inject) }),
    ...optional({ uses: nonEmpty(uses), rules: nonEmpty(rules), concurrency, examples, hints, targets }),
    ...(Object.keys(renamedParameters).length > 0 && { renamedParameters }),
    ...optional({ envelope }),
  };
}

/** A schema of the manifest, bundled and upgraded to 2020-12. */
function schemaAt(checked: CheckedManifest, schema: unknown, path: ManifestPath): JsonSchemaObject {
  const { documents, shared, documentAt } = checked;
  const bundled = bundleSchema({ schema, document: documentAt(path), path }, documents, shared);
  if (typeof bundled === "object") return bundled;
  return bundled ? {} : { not: {} };
}

function lowerRule(checked: CheckedManifest, rule: ManifestRule, index: number): RuleSpec {
  const { when = {}, whenSchema, risk, warn } = rule;
  const path: ManifestPath = ["rules", index];
  const condition =
    whenSchema === undefined
      ? lowerConditions(checked, when, [...path, "when"])
      : schemaAt(checked, whenSchema, [...path, "whenSchema"]);
  return { when: condition, ...optional({ risk, warn }) };
}

/** All named parameters must be present and match. */
function lowerConditions(
  { documents, shared, documentAt }: CheckedManifest,
  when: NonNullable<ManifestRule["when"]>,
  path: ManifestPath,
): JsonSchemaObject {
  const bundler = new SchemaBundler(documents, { file: documentAt(path).source.file, shared });
  const properties = Object.entries(when).map(([parameter, schema]) => {
    const document = documentAt([...path, parameter]);
    return [parameter, bundler.convert({ schema, document })] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: Object.keys(when),
    ...bundler.definitions(),
  };
}

function nonEmpty<T>(items: readonly T[] = []): readonly T[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** Omits undefined fields. */
function optional<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
