import { standaloneCode } from "../../json-schema/ajv-library.js";
import { escapeInvisible } from "../escape-invisible.js";
import { tidyModule, type TidyModule } from "./ajv-module.js";
import { compileAll, prepareAll, type Validators } from "./compile-validators.js";

/** Compiles schemas to validators that need neither Ajv nor eval where they run. */
export function validatorCode(validators: Validators): TidyModule {
  const prepared = prepareAll(validators);
  // Without their texts many tools ask for the same: an identifier, a path, nothing at all.
  const known = written.get(prepared.key);
  if (known !== undefined) return known;
  const ajv = compileAll(prepared);
  const names = prepared.all.map(([name]) => name);
  const { schemas, selfContained = {}, pointers } = validators;
  const tidy = tidyModule(standaloneCode(ajv, Object.fromEntries(names.map((name) => [name, name]))), {
    reporting: [...Object.keys(schemas), ...Object.keys(selfContained)],
    schemas: new Map(prepared.schemas),
    ...(pointers && { pointers }),
  });
  const code = { ...tidy, code: escapeInvisible(tidy.code) };
  if (written.size >= mostWritten) written.clear();
  written.set(prepared.key, code);
  return code;
}

const written = new Map<string, TidyModule>();
const mostWritten = 200;
