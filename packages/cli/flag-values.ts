import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { workingFolder } from "@toolkiln/project";
import { isRecord } from "@toolkiln/runtime/json";
import { CommandError, type Flag, type GlobalOptions, type OptionsOf } from "./command.js";

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A flag that takes `127.0.0.1:3001`, `[::1]:3001`, `:3001` or `3001`; the port is required. */
export function addressFlag(text: string): Flag<Address> {
  const read = (value: string, flag: string): Address => {
    const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]:|([^:[\]]*):)?(\d{1,5})$/.exec(value) ?? [];
    if (digits === "" || Number(digits) > 65_535)
      throw new CommandError(`${flag} takes an address such as 127.0.0.1:3001, not '${value}'.`);
    return { host: bracketed || plain || "127.0.0.1", port: Number(digits) };
  };
  return { text, read };
}

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

/** Reads the JSON object of a flag: inline, from `@file`, or from standard input with `-`. */
export function readDocument(flag: string, source: string, options: GlobalOptions): Record<string, unknown> {
  const file = source.startsWith("@") ? source.slice(1) : undefined;
  let value: unknown;
  try {
    const path = source === "-" ? 0 : file && resolve(workingFolder(options), file);
    const text = path === undefined ? source : readFileSync(path, "utf8");
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message =
      error instanceof SyntaxError
        ? ` takes a JSON object, @file or - for standard input: ${error.message}`
        : `: ${file ?? "standard input"} cannot be read.`;
    throw new CommandError(flag + message, undefined, { cause: error });
  }
  if (isRecord(value)) return { ...value };
  const type = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  throw new CommandError(`${flag} takes a JSON object, not ${type}.`);
}
