import { isRecord } from "@toolkiln/runtime/json";
import type { Part } from "../source/part.js";

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tags: readonly string[];
  readonly part: Part;
  readonly parameters: readonly Part[];
  /** Security alternatives: scopes by scheme name. */
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** The operations of an OpenAPI document, in order. Paths and operations may be references. */
export function operationsOf(document: Part): Operation[] {
  const paths = document.get("paths").follow().members();
  return paths.flatMap(([path, entry]) => {
    const item = entry.follow();
    const found = [
      ...methods.map((method) => [method, item.get(method)] as const),
      ...item.get("additionalOperations").members(),
    ];
    return found.flatMap(([method, reference]): Operation[] => {
      const part = reference.follow();
      if (!path.startsWith("/") || !isRecord(part.value)) return [];
      const security = part.record["security"] ?? document.record["security"];
      return [
        {
          method: method.toUpperCase(),
          path,
          id: part.text("operationId") ?? `${method} ${path}`,
          tags: part.texts("tags"),
          part,
          parameters: parametersOf(item, part),
          security: Array.isArray(security) ? security.filter(isRecord) : [],
        },
      ];
    });
  });
}

/** The parameters of a path and of its operation, which overrides those with the same name and `in`. */
function parametersOf(item: Part, operation: Part): Part[] {
  const parameters = new Map<string, Part>();
  for (const owner of [item, operation]) {
    const servers = owner.get("servers");
    if (servers.value !== undefined)
      servers.warn("Servers of one path or operation are ignored; requests go to the API's server.");
    for (const [, entry] of owner.get("parameters").members()) {
      const parameter = entry.follow();
      const { name, in: where } = parameter.record;
      if (typeof name === "string") parameters.set(`${String(where)} ${name}`, parameter);
    }
  }
  return [...parameters.values()];
}

export interface OperationFilter {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Whether an operation passes the filter: by tag, operationId, path or method; `*` is a wildcard. */
export function isWanted(
  { method, path, id, tags }: Operation,
  { include = [], exclude = [] }: OperationFilter,
): boolean {
  const values = [`method:${method}`, `path:${path}`, `id:${id}`, ...tags.map((tag) => `tag:${tag}`)];
  const matches = (pattern: string): boolean => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*");
    const form = new RegExp(`^(tag:|id:|path:|method:)?${escaped}$`, "i");
    return values.some((value) => form.test(value));
  };
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}
