import { createRequire } from "node:module";
import type * as Yaml from "yaml";

let library: typeof Yaml | undefined;

/** The parser of all YAML. It takes long to load, and plainly written manifests do not need it. */
export function yaml(): typeof Yaml {
  return (library ??= createRequire(import.meta.url)("yaml") as typeof Yaml);
}

/** Whether a value is a mapping of a composed document. */
export function isMap(node: unknown): node is Yaml.YAMLMap {
  return yaml().isMap(node);
}

/** Whether a value is a list of a composed document. */
export function isSeq(node: unknown): node is Yaml.YAMLSeq {
  return yaml().isSeq(node);
}

/** Whether a value is a key of a composed document with what stands behind it. */
export function isPair(node: unknown): node is Yaml.Pair {
  return yaml().isPair(node);
}

/** Whether a value is a single value of a composed document. */
export function isScalar(node: unknown): node is Yaml.Scalar {
  return yaml().isScalar(node);
}

/** Where a part of a composed document begins and ends in its text; undefined for what was not written there. */
export function offsetsOf(node: unknown): readonly [from: number, to: number] | undefined {
  const range = yaml().isNode(node) ? node.range : undefined;
  return range ? [range[0], range[1]] : undefined;
}

/** Whether a value stands for another of a composed document. */
export function isAlias(node: unknown): node is Yaml.Alias {
  return yaml().isAlias(node);
}
