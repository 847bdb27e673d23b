import type { Ajv, Code, KeywordCxt, Name } from "ajv";
import { type AjvParts, helper, type KeywordCode, replaceCode } from "./ajv-parts.js";
import type { CodeGen } from "ajv/dist/compile/codegen/index.js";

/**
 * Tracks, while Ajv generates code, which variable collects the evaluated parts of a value. Ajv's own tracking misses
 * items that `contains` matches, and some parts that alternatives and conditions evaluate.
 */
export class Evaluation {
  readonly #parts: AjvParts;
  /** For each generated function, the stack of collecting variables of each value, the current one last. */
  readonly #collectors = new WeakMap<CodeGen, Map<Name, Code[]>>();

  constructor(parts: AjvParts) {
    this.#parts = parts;
  }

  /** The collecting variable of the current value; undefined if not needed. */
  collectorOf(cxt: KeywordCxt): Code | undefined {
    const { _ } = this.#parts.codegen;
    const known = this.#stackOf(cxt).at(-1);
    // The caller of the generated function may be collecting.
    if (known !== undefined || cxt.data !== cxt.it.dataNames[0]) return known;
    return _`${helper(cxt, this.#parts, "evaluatedOf")}(this)`;
  }

  /** Collects for the current value in a new variable during `write`. */
  collectSeparately(cxt: KeywordCxt, write: () => void): Code {
    const collector = this.begin(cxt);
    write();
    this.end(cxt);
    return collector;
  }

  /** Collects for the current value in a new variable from here on. */
  begin(cxt: KeywordCxt): Code {
    const { _ } = this.#parts.codegen;
    const collector = cxt.gen.const("evaluated", _`new ${helper(cxt, this.#parts, "Evaluated")}()`);
    this.#stackOf(cxt).push(collector);
    return collector;
  }

  end(cxt: KeywordCxt): void {
    this.#stackOf(cxt).pop();
  }

  #stackOf({ gen, data }: KeywordCxt): Code[] {
    const collectors = this.#collectors.get(gen) ?? new Map<Name, Code[]>();
    this.#collectors.set(gen, collectors);
    const stack = collectors.get(data) ?? [];
    collectors.set(data, stack);
    return stack;
  }
}

const unevaluated = ["unevaluatedProperties", "unevaluatedItems"];

/** Makes all keywords collect what they evaluate, for `unevaluated…`. */
export function addEvaluation(ajv: Ajv, parts: AjvParts, evaluation: Evaluation): void {
  const { _, stringify } = parts.codegen;
  const collects = (keyword: string, collect: (cxt: KeywordCxt, collector: Code) => void): void => {
    replaceCode(ajv, keyword, (original) => (cxt) => {
      const collector = evaluation.collectorOf(cxt);
      if (collector !== undefined) collect(cxt, collector);
      original(cxt);
    });
  };
  collects("properties", ({ gen, schema }, collector) => {
    const names = Object.keys(schema as object);
    const list = gen.scopeValue("obj", { ref: names, key: JSON.stringify(names), code: stringify(names) });
    gen.code(_`${collector}.addNames(${list})`);
  });
  collects("patternProperties", (cxt, collector) => {
    const { gen, data, schema } = cxt;
    for (const pattern of Object.keys(schema as object)) {
      const matches = _`${parts.vocabulary.usePattern(cxt, pattern)}.test`;
      gen.forIn("key", data, (key) => {
        gen.if(_`${matches}(${key})`, () => gen.code(_`${collector}.add(${key})`));
      });
    }
  });
  collects("prefixItems", ({ gen, schema }, collector) => {
    gen.code(_`${collector}.addFirst(${(schema as unknown[]).length})`);
  });
  for (const keyword of ["additionalProperties", "items"])
    collects(keyword, ({ gen }, collector) => gen.code(_`${collector}.addAll()`));
  addUnevaluated(ajv, parts, evaluation);
}

/** `unevaluated…` sees only what the keywords beside it evaluate. */
function addUnevaluated(ajv: Ajv, parts: AjvParts, evaluation: Evaluation): void {
  const { _ } = parts.codegen;
  const first = ajv.RULES.rules.find(({ type }) => type === undefined)?.rules[0];
  if (first === undefined) throw new TypeError("Ajv has no keywords for values of all types.");
  const end: KeywordCode = (cxt) => {
    const inner = evaluation.collectorOf(cxt);
    evaluation.end(cxt);
    const outer = evaluation.collectorOf(cxt);
    if (outer !== undefined && inner !== undefined) cxt.gen.code(_`${outer}.merge(${inner})`);
  };
  addBeside(ajv, {
    keyword: "beginEvaluation",
    before: first.keyword,
    code: (cxt) => void evaluation.begin(cxt),
  });
  addBeside(ajv, { keyword: "endEvaluation", post: true, code: end });
  for (const keyword of unevaluated)
    replaceCode(ajv, keyword, () => validateRest(keyword, parts, evaluation));
}

/** Adds code to every schema with `unevaluated…`. */
function addBeside(
  ajv: Ajv,
  keyword: { keyword: string; before?: string; post?: boolean; code: KeywordCode },
): void {
  const { code } = keyword;
  const applies = ({ parentSchema }: KeywordCxt): boolean => unevaluated.some((name) => name in parentSchema);
  ajv.addKeyword({ ...keyword, code: (cxt) => applies(cxt) && code(cxt) });
  const definition = ajv.getKeyword(keyword.keyword);
  if (typeof definition === "object") definition.implements = unevaluated;
}

/** Validates the properties or items that are unevaluated. */
function validateRest(keyword: string, { codegen }: AjvParts, evaluation: Evaluation): KeywordCode {
  const { _, not } = codegen;
  const areItems = keyword === "unevaluatedItems";
  return (cxt) => {
    const { gen, data, schema, it } = cxt;
    const collector = evaluation.collectorOf(cxt);
    const valid = gen.let("valid", true);
    const partValid = gen.name("_valid");
    const validatePart = (key: Name): void => {
      if (schema === false) {
        cxt.setParams(areItems ? { len: key } : { unevaluatedProperty: key });
        cxt.error();
        gen.assign(valid, false);
        if (areItems || !it.allErrors) gen.break();
        return;
      }
      cxt.subschema({ keyword, dataProp: key, dataPropType: areItems ? 0 : 1 }, partValid);
      gen.if(not(partValid), () => {
        gen.assign(valid, false);
        if (!it.allErrors) gen.break();
      });
    };
    const validateUnknown = (key: Name) => gen.if(_`!${collector}.has(${key})`, () => validatePart(key));
    if (areItems) gen.forRange("i", 0, _`${data}.length`, validateUnknown);
    else gen.forIn("key", data, validateUnknown);
    gen.code(_`${collector}.addAll()`);
    cxt.ok(valid);
  };
}

/** Makes alternatives and conditions report what they evaluate only if they match. */
export function addAlternatives(ajv: Ajv, parts: AjvParts, evaluation: Evaluation): void {
  const { _ } = parts.codegen;
  const isCollected = (cxt: KeywordCxt): boolean => evaluation.collectorOf(cxt) !== undefined;
  /** Writes code for a schema that may fail. */
  const writeAttempt = (cxt: KeywordCxt, write: (valid: Name) => void): Name => {
    const { gen } = cxt;
    const collector = evaluation.collectorOf(cxt);
    const valid = gen.name("_valid");
    const tried = evaluation.collectSeparately(cxt, () => write(valid));
    gen.if(valid, () => gen.code(_`${collector}.merge(${tried})`));
    return valid;
  };
  for (const keyword of ["anyOf", "oneOf"])
    replaceCode(ajv, keyword, (original) => (cxt) => {
      if (!isCollected(cxt)) return original(cxt);
      const { gen, schema } = cxt;
      const passing = gen.const("passing", _`[]`);
      (schema as unknown[]).forEach((_schema, schemaProp) => {
        const isMatch = writeAttempt(cxt, (name) =>
          cxt.subschema({ keyword, schemaProp, compositeRule: true }, name),
        );
        gen.if(isMatch, () => gen.code(_`${passing}.push(${schemaProp})`));
      });
      cxt.setParams({ passing: _`${passing}.length > 0 ? ${passing}.slice(0, 2) : null` });
      cxt.result(
        keyword === "anyOf" ? _`${passing}.length > 0` : _`${passing}.length === 1`,
        () => cxt.reset(),
        () => cxt.error(true),
      );
    });
  replaceCode(ajv, "if", (original) => (cxt) => {
    if (!isCollected(cxt)) return original(cxt);
    const { gen, parentSchema } = cxt;
    const isMet = writeAttempt(cxt, (name) =>
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
    if (isCollected(cxt)) evaluation.collectSeparately(cxt, () => original(cxt));
    else original(cxt);
  });
}
