import { manifestSuffix } from "../read/find-manifests.js";
import { isError, type Diagnostic } from "./diagnostic.js";

/**
 * Leaves out what repeats another diagnostic: the same words at the same place, or Ajv's summary of what is
 * wrong with a schema, or with a shared one that it may point at.
 */
export function withoutEchoes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const schemaErrors = new Set(
    diagnostics.filter((found) => isError(found) && /^TK3(?!001)/.test(found.code)).map(({ file }) => file),
  );
  const isSharedWrong = [...schemaErrors].some((file) => !file.endsWith(manifestSuffix));
  const seen = new Set<string>();
  return diagnostics.filter(({ code, file, range, message }) => {
    if (code === "TK3001" && (isSharedWrong || schemaErrors.has(file))) return false;
    const key = `${code} ${file} ${range.start.line}:${range.start.column} ${message}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
