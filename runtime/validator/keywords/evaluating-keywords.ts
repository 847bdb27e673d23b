import type { Ajv, Code, KeywordCxt } from "ajv";
import { type AjvParts, type KeywordCode, replaceCode } from "./ajv-parts.js";
import type { Evaluation } from "./evaluation.js";

const unevaluated = ["unevaluatedProperties", "unevaluatedItems"];

/** Makes all keywords collect what they evaluate, and `unevaluated…` ask for that. */
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

/** `unevaluated…` sees what the keywords beside it evaluate, and nothing of what is evaluated elsewhere. */
function addUnevaluated(ajv: Ajv, parts: AjvParts, evaluation: Evaluation): void {
  const { _ } = parts.codegen;
  const outer: (Code | undefined)[] = [];
  const first = ajv.RULES.rules.find(({ type }) => type === undefined)?.rules[0];
  if (first === undefined) throw new TypeError("Ajv has no keywords for values of all types.");
  const begin: KeywordCode = (cxt) => {
    outer.push(evaluation.collectorOf(cxt));
    evaluation.begin(cxt);
  };
  const end: KeywordCode = (cxt) => {
    const inner = evaluation.collectorOf(cxt);
    const around = outer.pop();
    evaluation.end(cxt, around);
    if (around !== undefined && inner !== undefined) cxt.gen.code(_`${around}.merge(${inner})`);
  };
  addBeside(ajv, { keyword: "beginEvaluation", before: first.keyword, code: begin });
  addBeside(ajv, { keyword: "endEvaluation", post: true, code: end });
  replaceCode(ajv, "unevaluatedProperties", () => unevaluatedProperties(parts, evaluation));
  replaceCode(ajv, "unevaluatedItems", () => unevaluatedItems(parts, evaluation));
}

/** Adds code that is written for every schema with `unevaluated…`. */
function addBeside(
  ajv: Ajv,
  keyword: { keyword: string; before?: string; post?: boolean; code: KeywordCode },
): void {
  const { code } = keyword;
  const isMeant = ({ parentSchema }: KeywordCxt): boolean => unevaluated.some((name) => name in parentSchema);
  ajv.addKeyword({ ...keyword, code: (cxt) => isMeant(cxt) && code(cxt) });
  const definition = ajv.getKeyword(keyword.keyword);
  if (typeof definition === "object") definition.implements = unevaluated;
}

function unevaluatedProperties({ codegen: { _, not } }: AjvParts, evaluation: Evaluation): KeywordCode {
  return (cxt) => {
    const { gen, data, schema, errsCount, it } = cxt;
    const collector = evaluation.collectorOf(cxt);
    const valid = gen.name("valid");
    gen.forIn("key", data, (key) => {
      gen.if(_`!${collector}.has(${key})`, () => {
        if (schema === false) {
          cxt.setParams({ unevaluatedProperty: key });
          cxt.error();
          if (!it.allErrors) gen.break();
          return;
        }
        cxt.subschema({ keyword: "unevaluatedProperties", dataProp: key, dataPropType: 1 }, valid);
        if (!it.allErrors) gen.if(not(valid), () => gen.break());
      });
    });
    gen.code(_`${collector}.addAll()`);
    cxt.ok(_`${errsCount} === errors`);
  };
}

function unevaluatedItems({ codegen: { _, not } }: AjvParts, evaluation: Evaluation): KeywordCode {
  return (cxt) => {
    const { gen, data, schema, it } = cxt;
    const collector = evaluation.collectorOf(cxt);
    const valid = gen.let("valid", true);
    const itemValid = gen.name("_valid");
    gen.forRange("i", 0, _`${data}.length`, (index) => {
      gen.if(_`!${collector}.has(${index})`, () => {
        if (schema === false) {
          cxt.setParams({ len: index });
          cxt.error();
          gen.assign(valid, false).break();
          return;
        }
        cxt.subschema({ keyword: "unevaluatedItems", dataProp: index, dataPropType: 0 }, itemValid);
        gen.if(not(itemValid), () => {
          gen.assign(valid, false);
          if (!it.allErrors) gen.break();
        });
      });
    });
    gen.code(_`${collector}.addAll()`);
    cxt.ok(valid);
  };
}
