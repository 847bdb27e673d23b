import { resolveRef } from "./describe-schema.js";
import { valueAt } from "./json-pointer.js";
import type { SchemaError } from "./schema-validator.js";

/** Maximum number of errors to process; Ajv may report thousands, readers get twenty. */
const maxConsidered = 400;

/**
 * Reduces errors to one per mistake.
 *
 * Ajv reports every branch of `anyOf`, `oneOf` and `if` as well as the keyword itself. If exactly one branch is of
 * the right kind, its errors are kept; otherwise, only the error of the keyword.
 */
export function condenseSchemaErrors(errors: readonly SchemaError[], schema: unknown): SchemaError[] {
  let kept = errors.slice(0, maxConsidered);
  for (const error of kept.filter(({ keyword }) => /^(?:any|one)Of$/.test(keyword))) {
    if (!kept.includes(error)) continue;
    const branches = branchErrors(error, kept, schema);
    const fitting = branches.filter(
      (branch) => branch.length > 0 && !branch.some((it) => isOfOtherKind(it, error)),
    );
    const [closest] = fitting;
    const chosen = new Set(fitting.length === 1 && closest !== undefined ? closest : [error]);
    const dropped = new Set([error, ...branches.flat()].filter((candidate) => !chosen.has(candidate)));
    kept = kept.filter((candidate) => !dropped.has(candidate));
  }
  return kept.filter((error) => error.keyword !== "if" || kept.length === 1);
}

/** The errors of each branch. For a reference, errors have the path of the referenced schema. */
function branchErrors(
  alternative: SchemaError,
  errors: readonly SchemaError[],
  schema: unknown,
): readonly SchemaError[][] {
  const path = alternative.schemaPath;
  const below = errors.filter(
    ({ instancePath }) =>
      instancePath === alternative.instancePath || instancePath.startsWith(`${alternative.instancePath}/`),
  );
  const branches = resolveRef(schema, path);
  return (Array.isArray(branches) ? branches : []).map((branch: unknown, index) => {
    const reference = valueAt(branch, "/$ref");
    const places = [`${path}/${index}/`, ...(typeof reference === "string" ? [`${reference}/`] : [])];
    return below.filter(({ schemaPath }) => places.some((place) => schemaPath.startsWith(place)));
  });
}

/** Whether an error shows that another branch was meant: wrong type, or wrong discriminator. */
function isOfOtherKind(error: SchemaError, alternative: SchemaError): boolean {
  const isValueItself = error.instancePath === alternative.instancePath;
  const isMember = error.instancePath.lastIndexOf("/") === alternative.instancePath.length;
  return (
    (isValueItself && error.keyword === "type") ||
    ((isValueItself || isMember) && (error.keyword === "const" || error.keyword === "enum"))
  );
}
