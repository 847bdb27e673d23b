import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { workingFolder } from "@toolkiln/project";
import type { ToolSpec } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { CommandError, type Flag, type GlobalOptions, type OptionsOf } from "./command.js";

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A flag that takes `127.0.0.1:3001`, `[::1]:3001`, `:3001` or `3001`; the port is required. */
export function addressFlag(text: string): Flag<Address> {
  return { text, read: readAddress };
}

/** Reads an address to listen on. */
export function readAddress(text: string, flag: string): Address {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]:|([^:[\]]*):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535)
    throw new CommandError(`${flag} takes an address such as 127.0.0.1:3001, not '${text}'.`);
  return { host: bracketed ?? (plain === undefined || plain === "" ? "127.0.0.1" : plain), port };
}

/** The flag that supplies injected parameters. */
export const injectFlags = {
  "--inject <json>": "values of injected parameters: a JSON object, @file or - for standard input",
} as const;

/** The values of injected parameters, for `{ inject }` of a call or a server; empty without the flag. */
export function injected(options: OptionsOf<typeof injectFlags>): {
  readonly inject?: Readonly<Record<string, unknown>>;
} {
  const { inject } = options;
  return inject === undefined ? {} : { inject: readDocument("--inject", inject, options) };
}

/** The missing keys of a tool's injected parameters. */
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

/** An example of the flag with these keys, to fill in. */
export function exampleOfInject(keys: readonly string[]): string {
  return `--inject '{${keys.map((key) => `${JSON.stringify(key)}:…`).join(",")}}'`;
}

/** Reads the JSON object of a flag: inline, from `@file`, or from standard input with `-`. */
export function readDocument(flag: string, source: string, options: GlobalOptions): Record<string, unknown> {
  const file =
    source === "-"
      ? 0
      : source.startsWith("@")
        ? resolve(workingFolder(options), source.slice(1))
        : undefined;
  let value: unknown;
  try {
    value = JSON.parse((file === undefined ? source : readFileSync(file, "utf8")).replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError))
      throw new CommandError(
        `${flag}: ${source === "-" ? "standard input" : source.slice(1)} cannot be read.`,
        undefined,
        { cause: error },
      );
    throw new CommandError(`${flag} takes a JSON object, @file or - for standard input: ${error.message}`);
  }
  if (isRecord(value)) return { ...value };
  const type = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  throw new CommandError(`${flag} takes a JSON object, not ${type}.`);
}
