import { isRecord } from "@toolkiln/runtime/json";
import type { Part } from "../source/part.js";

/** An operation of an API with everything around it that it inherits. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tags: readonly string[];
  readonly part: Part;
  /** Its own parameters and those of its path, references followed. */
  readonly parameters: readonly Part[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** The operations of an OpenAPI document in its order. Documents of many files refer to their paths and operations, too. */
export function operationsOf(document: Part): Operation[] {
  const paths = document.get("paths").follow().members();
  return paths.flatMap(([path, entry]) => {
    const item = path.startsWith("/") ? entry.follow() : entry.get("none");
    const found = [
      ...methods.map((method) => [method, item.get(method)] as const),
      ...item.get("additionalOperations").members(),
    ];
    return found.flatMap(([method, unfollowed]) => {
      const part = unfollowed.follow();
      return isRecord(part.value) ? [readOperation(method, path, part, item)] : [];
    });
  });
}

function readOperation(method: string, path: string, part: Part, item: Part): Operation {
  const own = parametersOf(part);
  const inherited = parametersOf(item).filter(
    ({ record: { name, in: where } }) =>
      !own.some(({ record }) => record["name"] === name && record["in"] === where),
  );
  for (const home of [item, part])
    if (home.get("servers").value !== undefined)
      home
        .get("servers")
        .lose("Servers of one path or operation are ignored; requests go to the API's server.");
  return {
    method: method.toUpperCase(),
    path,
    id: part.text("operationId") ?? `${method} ${path}`,
    tags: part.texts("tags"),
    part,
    parameters: [...inherited, ...own],
  };
}

function parametersOf(part: Part): Part[] {
  const parameters = part.get("parameters").members();
  return parameters
    .map(([, parameter]) => parameter.follow())
    .filter(({ record }) => typeof record["name"] === "string");
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
  const values = { tag: tags, id: [id], operationId: [id], path: [path], method: [method] };
  const candidates = kind === undefined ? [method, path, id, ...tags] : values[kind as keyof typeof values];
  return candidates.some((value) => form.test(value));
}
