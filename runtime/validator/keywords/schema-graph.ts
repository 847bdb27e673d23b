/** A property or item on the way to a value; a star is any of them. */
type Step = string | number;

/** A reference of a schema: to which definition, and at which values inside the one that the schema validates. */
interface Reference {
  readonly target: string;
  readonly path: readonly Step[];
}

type Schema = Readonly<Record<string, unknown>>;

const sameValue = {
  one: ["not", "if", "then", "else"],
  many: ["allOf", "anyOf", "oneOf"],
  named: ["dependentSchemas"],
};
const anyChild = ["additionalProperties", "unevaluatedProperties", "items", "contains", "unevaluatedItems", "additionalItems"]; // prettier-ignore

const answers = new WeakMap<object, boolean>();

/**
 * Whether validation has to remember which schemas have validated which objects: references may lead to the same
 * object in several ways, which multiply with every level; or lists are compared inside of lists.
 */
export function needsMemory(root: unknown): boolean {
  if (!isSchema(root)) return false;
  const known = answers.get(root);
  if (known !== undefined) return known;
  const answer = mayRepeat(root);
  answers.set(root, answer);
  return answer;
}

function mayRepeat(root: Schema): boolean {
  const all = new Map<string, readonly Reference[]>();
  const waiting = ["#"];
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    if (all.has(target)) continue;
    const references = [...referencesOf(resolve(root, target), [])];
    all.set(target, references);
    waiting.push(...references.map((reference) => reference.target));
  }
  // A definition without references takes the same time however often it is reached.
  const leadsOn = ({ target }: Reference): boolean => all.get(target)?.length !== 0;
  const onward = [...all.values()].map((references) => references.filter(leadsOn));
  return (
    onward.some(haveCommonValue) ||
    (onward.some((references) => references.length > 0) && JSON.stringify(root).includes('"uniqueItems"'))
  );
}

/** More references than this in one definition are not compared with each other. */
const mostCompared = 100;

function haveCommonValue(references: readonly Reference[]): boolean {
  if (references.length > mostCompared) return true;
  return references.some(({ path }, index) =>
    references.slice(index + 1).some((other) => isOnTheWay(path, other.path)),
  );
}

/** Whether one path may be the beginning of the other. */
function isOnTheWay(a: readonly Step[], b: readonly Step[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((step, index) => step === b[index] || step === "*" || b[index] === "*");
}

function* referencesOf(schema: unknown, path: readonly Step[]): Generator<Reference> {
  if (!isSchema(schema)) return;
  for (const keyword of ["$ref", "$dynamicRef"]) {
    const target = schema[keyword];
    if (typeof target === "string") yield { target, path };
  }
  for (const keyword of sameValue.one) yield* referencesOf(schema[keyword], path);
  for (const keyword of sameValue.many) yield* all(schema[keyword], () => path);
  for (const keyword of sameValue.named) yield* all(schema[keyword], () => path);
  yield* all(schema["dependencies"], () => path);
  yield* all(schema["properties"], (name) => [...path, `.${name}`]);
  yield* all(schema["patternProperties"], () => [...path, "*"]);
  yield* all(schema["prefixItems"], (index) => [...path, Number(index)]);
  for (const keyword of anyChild) {
    const inner = schema[keyword];
    if (Array.isArray(inner)) yield* all(inner, (index) => [...path, Number(index)]);
    else yield* referencesOf(inner, [...path, "*"]);
  }
}

function* all(schemas: unknown, pathTo: (key: string) => readonly Step[]): Generator<Reference> {
  if (typeof schemas !== "object" || schemas === null) return;
  for (const [key, schema] of Object.entries(schemas)) yield* referencesOf(schema, pathTo(key));
}

function resolve(root: Schema, pointer: string): unknown {
  if (pointer === "#" || pointer === "#/") return root;
  if (!pointer.startsWith("#/")) return root;
  const steps = decodeURIComponent(pointer).split("/").slice(1);
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }, root);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
