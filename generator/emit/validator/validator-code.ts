import type { Ajv, Options } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "@toolkiln/runtime";
import { emptyAjv, newAjv2020, newOldAjv, standaloneCode } from "../../json-schema/ajv-library.js";
import { escapeInvisible } from "../escape-invisible.js";
import { isSchemaObject } from "../schema-pointer.js";
import { prepareSchema } from "./prepare-schema.js";

/** Code that Ajv wrote, without imports and exports of its own. */
export interface ValidatorCode {
  readonly code: string;
  /** The function that validates each schema, by the name it was asked for. */
  readonly functions: Readonly<Record<string, string>>;
  /** What the code uses of the runtime. */
  readonly helpers: readonly string[];
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Compiles schemas to validators that need neither Ajv nor eval where they run; they may refer to the documents. */
export function validatorCode(schemas: Schemas, documents: Schemas = {}): ValidatorCode {
  const isOld = isOldDraft({ ...schemas, ...documents });
  const prepared = prepareAll(schemas);
  const preparedDocuments = prepareAll(documents);
  // Without their texts many tools ask for the same: an identifier, a path, nothing at all.
  const key = JSON.stringify([isOld, prepared, preparedDocuments]);
  const known = written.get(key);
  if (known !== undefined) return known;
  const ajv = bareAjv(isOld, key);
  for (const [address, document] of preparedDocuments) ajv.addSchema(document, address);
  for (const [name, schema] of prepared) ajv.addSchema(schema, name);
  const names = Object.fromEntries(prepared.map(([name]) => [name, name]));
  const code = disarm(standaloneCode(ajv, names));
  if (written.size >= mostWritten) written.clear();
  written.set(key, code);
  return code;
}

const written = new Map<string, ValidatorCode>();
const mostWritten = 200;

function prepareAll(schemas: Schemas): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schemas).map(([name, schema]) => [name, prepareSchema(schema)]);
}

/** Ajv with nothing but the keywords. */
function bareAjv(isOld: boolean, schemas: string): Ajv | Ajv2020 {
  const ajv = isOld ? (old ??= newOldAjv(options)) : (current ??= newAjv2020(options));
  // Keeping track of what was evaluated makes the code longer, and few schemas ask for it.
  const evaluation = /"(unevaluated|\$dynamic|\$recursive)/.test(schemas);
  Object.assign(ajv.opts, { unevaluated: evaluation, dynamicRef: evaluation });
  // One instance serves all tools, but each starts with no schemas and no names, so that no file depends on another.
  emptyAjv(ajv);
  return ajv;
}

let current: Ajv2020 | undefined;
let old: Ajv | undefined;

const options: Options = {
  strict: false,
  // NaN and Infinity are no numbers of JSON.
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  logger: false,
  allErrors: true,
  ownProperties: true,
  code: {
    source: true,
    esm: true,
    lines: true,
    optimize: false,
    // Only the text is wanted; without this every validator would be compiled here as well.
    process: () => "return () => true",
  },
};

function isOldDraft(schemas: Schemas): boolean {
  const named = Object.values(schemas).find(isSchemaObject)?.["$schema"];
  return typeof named === "string" && /draft-0[4-7]/.test(named);
}

/** Takes Ajv's module apart: its exports become names, its `require`s become helpers of the runtime. */
function disarm(module: string): ValidatorCode {
  const functions: Record<string, string> = {};
  const helpers = new Set<string>();
  const code = module
    .replace(/^"use strict";/, "")
    .replaceAll(/^export const (\w+) = (\w+);$/gm, (_, name: string, target: string) => {
      functions[name] = target;
      return "";
    })
    .replaceAll(
      /^(const \w+ = )require\("([^"]+)"\)\.(\w+)/gm,
      (_, declaration: string, path: string, property: string) => {
        const helper = property === "default" ? (path.split("/").at(-1) ?? path) : property;
        helpers.add(helper);
        return declaration + helper;
      },
    );
  if (/^const \w+ = require\(/m.test(code))
    throw new Error("Ajv's code asks for a module that the runtime does not bundle.");
  return { code: escapeInvisible(tidy(code)), functions, helpers: [...helpers].toSorted() };
}

/**
 * Leaves out empty lines and what the code never reads; adds errors in one line instead of six. Only whole lines are
 * looked at, since texts of the schema may look like code.
 */
function tidy(code: string): string {
  const lines = code
    .replaceAll(
      /^if\(vErrors === null\)\{\nvErrors = \[(\w+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}$/gm,
      "(vErrors ??= []).push($1);",
    )
    .split("\n")
    .filter((line) => line !== "");
  return withoutUnread(lines).join("\n");
}

/** Ajv's names for what it notes down: parts of schemas, numbers of errors, and whether a part was valid. */
const noted = /\b(?:schema|vSchema|_errs|valid)\d+\b/g;
/** A line that only notes something down; with parentheses it might call a function, which has to stay. */
const note = /^(?:const|let|var) ((?:vSchema|_errs|valid)\d+) = [^;()]*;$|^const (schema\d+) = /;

/** Notes may be read by other notes only, so lines go until none is left that nothing reads. */
function withoutUnread(lines: readonly string[]): string[] {
  let kept = lines.map((line) => {
    const names = line.match(noted) ?? [];
    const own = names.length === 0 ? null : note.exec(line);
    return { line, names, own: own?.[1] ?? own?.[2] };
  });
  for (let before = 0; before !== kept.length;) {
    before = kept.length;
    const used = new Set(kept.flatMap(({ names, own }) => names.filter((name) => name !== own)));
    kept = kept.filter(({ own }) => own === undefined || used.has(own));
  }
  return kept.map(({ line }) => line);
}
