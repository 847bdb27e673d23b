import type { ToolSpec } from "@toolkiln/runtime";

/** The keys of what a tool needs injected and does not get. */
export function missingInjections(
  { inject = [] }: Pick<ToolSpec, "inject">,
  supplied: Readonly<Record<string, unknown>> = {},
): string[] {
  const missing = inject.filter(
    ({ key, optional }) =>
      optional !== true && (!Object.hasOwn(supplied, key) || supplied[key] === undefined),
  );
  return [...new Set(missing.map(({ key }) => key))];
}

/** The flag that supplies these keys, for people to fill in. */
export function injectFlag(keys: readonly string[]): string {
  return `--inject '{${keys.map((key) => `${JSON.stringify(key)}:…`).join(",")}}'`;
}
