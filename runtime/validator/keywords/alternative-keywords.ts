import type { Ajv, KeywordCxt, Name } from "ajv";
import { type AjvParts, replaceCode } from "./ajv-parts.js";
import type { Evaluation } from "./evaluation.js";

/** Makes alternatives and conditions pass on what they evaluate only when the value satisfies them. */
export function addAlternatives(ajv: Ajv, parts: AjvParts, evaluation: Evaluation): void {
  const { _ } = parts.codegen;
  const isCollected = (cxt: KeywordCxt): boolean => evaluation.collectorOf(cxt) !== undefined;
  /** Writes code for a schema that need not be satisfied. */
  const tryOut = (cxt: KeywordCxt, write: (valid: Name) => void): Name => {
    const { gen } = cxt;
    const collector = evaluation.collectorOf(cxt);
    const valid = gen.name("_valid");
    const tried = evaluation.apart(cxt, () => write(valid));
    gen.if(valid, () => gen.code(_`${collector}.merge(${tried})`));
    return valid;
  };
  replaceCode(ajv, "anyOf", (original) => (cxt) => {
    if (!isCollected(cxt)) return original(cxt);
    const { gen, schema } = cxt;
    const valid = gen.let("valid", false);
    (schema as unknown[]).forEach((_schema, schemaProp) => {
      const isBranch = tryOut(cxt, (name) =>
        cxt.subschema({ keyword: "anyOf", schemaProp, compositeRule: true }, name),
      );
      gen.assign(valid, _`${valid} || ${isBranch}`);
    });
    cxt.result(
      valid,
      () => cxt.reset(),
      () => cxt.error(true),
    );
  });
  replaceCode(ajv, "oneOf", (original) => (cxt) => {
    if (!isCollected(cxt)) return original(cxt);
    const { gen, schema } = cxt;
    const passing = gen.const("passing", _`[]`);
    (schema as unknown[]).forEach((_schema, schemaProp) => {
      const isBranch = tryOut(cxt, (name) =>
        cxt.subschema({ keyword: "oneOf", schemaProp, compositeRule: true }, name),
      );
      gen.if(isBranch, () => gen.code(_`${passing}.push(${schemaProp})`));
    });
    cxt.setParams({ passing: _`${passing}.length > 0 ? ${passing}.slice(0, 2) : null` });
    cxt.result(
      _`${passing}.length === 1`,
      () => cxt.reset(),
      () => cxt.error(true),
    );
  });
  replaceCode(ajv, "if", (original) => (cxt) => {
    if (!isCollected(cxt)) return original(cxt);
    const { gen, parentSchema } = cxt;
    const isMet = tryOut(cxt, (name) =>
      cxt.subschema({ keyword: "if", compositeRule: true, createErrors: false, allErrors: false }, name),
    );
    cxt.reset();
    const valid = gen.let("valid", true);
    const clause = gen.const("ifClause", _`${isMet} ? "then" : "else"`);
    const validateClause = (keyword: "then" | "else") => (): void => {
      if (parentSchema[keyword] === undefined) return;
      const clauseValid = gen.name("_valid");
      cxt.subschema({ keyword }, clauseValid);
      gen.assign(valid, clauseValid);
    };
    gen.if(isMet, validateClause("then"), validateClause("else"));
    cxt.setParams({ ifClause: clause });
    cxt.pass(valid, () => cxt.error(true));
  });
  replaceCode(ajv, "not", (original) => (cxt) => {
    if (isCollected(cxt)) evaluation.apart(cxt, () => original(cxt));
    else original(cxt);
  });
}
