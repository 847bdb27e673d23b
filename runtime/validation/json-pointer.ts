import { isObject } from "./value-type.js";

/** The parts of a JSON pointer, unescaped. */
export function partsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer to a member of what another pointer points at. */
export function pointerTo(pointer: string, member: string): string {
  return `${pointer}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** What a pointer points at, own properties only; undefined when there is nothing. */
export function valueAt(root: unknown, pointer: string): unknown {
  return valueAlong(root, partsOf(pointer));
}

/** What lies at the end of a way of own properties; undefined when there is nothing. */
export function valueAlong(root: unknown, names: readonly string[]): unknown {
  let value = root;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** How errors name a parameter: one at the top by its name, a nested one by its pointer. */
export function parameterNameOf(pointer: string): string {
  const [name, ...nested] = partsOf(pointer);
  return nested.length === 0 ? (name ?? "") : pointer;
}
