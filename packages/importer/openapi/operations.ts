import { isRecord } from "@toolkiln/runtime/json";
import { inside, type SourcePlace } from "../import-report.js";
import type { SourceFiles } from "../source/source-files.js";

type Source = Readonly<Record<string, unknown>>;

/** An operation of an API with everything around it that it inherits. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tags: readonly string[];
  readonly value: Source;
  readonly place: SourcePlace;
  /** Its own parameters and those of its path, references followed. */
  readonly parameters: readonly FoundParameter[];
}

/** A parameter and where it stands. */
export interface FoundParameter {
  readonly value: Source;
  readonly place: SourcePlace;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** The operations of an OpenAPI document in its order. */
export function operationsOf(files: SourceFiles): Operation[] {
  const { main } = files;
  const root = { source: main, pointer: "" };
  const paths = isRecord(main.value) ? files.follow(main.value["paths"], inside(root, "paths")) : undefined;
  if (paths === undefined || !isRecord(paths.value)) return [];
  return Object.entries(paths.value).flatMap(([path, entry]) => {
    const item = files.follow(entry, inside(paths.place, path));
    const { value, place } = item;
    if (!path.startsWith("/") || !isRecord(value)) return [];
    const more = isRecord(value["additionalOperations"]) ? Object.keys(value["additionalOperations"]) : [];
    const found = [
      ...methods.map((method) => [method, value[method], inside(place, method)] as const),
      ...more.map(
        (method) =>
          [
            method,
            (value["additionalOperations"] as Source)[method],
            inside(place, "additionalOperations", method),
          ] as const,
      ),
    ];
    return found.flatMap(([method, part, at]) => {
      // Documents of many files refer to their operations, too.
      const operation = files.follow(part, at);
      return isRecord(operation.value)
        ? [readOperation(method, path, operation.value, operation.place, files, item)]
        : [];
    });
  });
}

function readOperation(
  method: string,
  path: string,
  value: Source,
  place: SourcePlace,
  files: SourceFiles,
  item: { readonly value: unknown; readonly place: SourcePlace },
): Operation {
  const { operationId, tags } = value;
  const inherited = isRecord(item.value) ? parametersOf(item.value, item.place, files) : [];
  const own = parametersOf(value, place, files);
  const isReplaced = (one: FoundParameter) =>
    own.some(({ value: other }) => other["name"] === one.value["name"] && other["in"] === one.value["in"]);
  return {
    method: method.toUpperCase(),
    path,
    id: typeof operationId === "string" && operationId.trim() !== "" ? operationId : `${method} ${path}`,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    value,
    place,
    parameters: [...inherited.filter((one) => !isReplaced(one)), ...own],
  };
}

function parametersOf({ parameters }: Source, place: SourcePlace, files: SourceFiles): FoundParameter[] {
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((parameter: unknown, index) => {
    const found = files.follow(parameter, inside(place, "parameters", index));
    return isRecord(found.value) && typeof found.value["name"] === "string"
      ? [{ value: found.value, place: found.place }]
      : [];
  });
}

/** Which operations are imported. */
export interface OperationFilter {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Whether an operation is wanted: by tag, operationId, path or method, with `*` for any characters. */
export function isWanted(operation: Operation, { include = [], exclude = [] }: OperationFilter): boolean {
  const matches = (pattern: string): boolean => matchesPattern(operation, pattern);
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}

function matchesPattern({ method, path, id, tags }: Operation, pattern: string): boolean {
  const [, kind, text = pattern] = /^(tag|id|operationId|path|method):(.*)$/s.exec(pattern) ?? [];
  const escaped = text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*");
  const form = new RegExp(`^${escaped}$`, "i");
  const values: Readonly<Record<string, readonly string[]>> = {
    tag: tags,
    id: [id],
    operationId: [id],
    path: [path],
    method: [method],
  };
  return (kind === undefined ? [method, path, id, ...tags] : (values[kind] ?? [])).some((value) =>
    form.test(value),
  );
}
