import { isRecord } from "@toolkiln/runtime/json";

/** The pointer of a part of what a pointer names. */
export function below(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The pointer of a parameter as validation names it: by its name, or by its pointer when it is nested. */
export function pointerOf(parameterName: string): string {
  return parameterName === "" || parameterName.startsWith("/") ? parameterName : below("", parameterName);
}

/** Whether one of some patterns, in which `*` stands for any part, names what a pointer names. */
export function isNamed(pointer: string, patterns: readonly string[] = []): boolean {
  const parts = pointer.split("/");
  return patterns.some((pattern) => {
    const wanted = pattern.split("/");
    return (
      wanted.length === parts.length && wanted.every((part, index) => part === "*" || part === parts[index])
    );
  });
}

/** A part of a value that an edit changed; what is not there is undefined. */
export interface ChangedField {
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The smallest parts in which two values differ. */
export function changedFields(before: unknown, after: unknown, pointer = ""): readonly ChangedField[] {
  if ((isRecord(before) && isRecord(after)) || (Array.isArray(before) && Array.isArray(after))) {
    const [old, now] = [
      new Map<string, unknown>(Object.entries(before)),
      new Map<string, unknown>(Object.entries(after)),
    ];
    const names = new Set([...old.keys(), ...now.keys()]);
    return [...names].flatMap((name) => changedFields(old.get(name), now.get(name), below(pointer, name)));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ pointer, before, after }];
}
