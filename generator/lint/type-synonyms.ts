/** What other languages call the types of JSON Schema; `any` stands for leaving the type out. */
const synonyms = {
  object: "dict dictionary map mapping record struct hash json",
  number: "float double decimal real numeric",
  integer: "int int32 int64 long uint uint32",
  string: "str text char file path date datetime uuid",
  boolean: "bool",
  array: "list tuple set vector sequence",
  null: "none nil void undefined",
  any: "any mixed unknown",
};

/** The type of JSON Schema that a word of another language means. */
export const typeSynonyms: ReadonlyMap<string, string> = new Map(
  Object.entries(synonyms).flatMap(([type, words]) => words.split(" ").map((word) => [word, type] as const)),
);
