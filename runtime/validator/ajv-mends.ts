import { _, type Ajv, type KeywordCxt } from "ajv";

/** Among several lists Ajv takes an empty one to contain what the list before it did; here each is asked. */
export function mendContains(ajv: Ajv): void {
  const known = ajv.getKeyword("contains");
  if (typeof known === "boolean" || !("code" in known)) throw new TypeError("Ajv does not know `contains`.");
  const code = (cxt: KeywordCxt): void => {
    const { data, gen, it, parentSchema } = cxt;
    const { minContains = 1, maxContains } = it.opts.next === true ? parentSchema : {};
    if (minContains !== 1 || maxContains !== undefined) {
      known.code(cxt);
      return;
    }
    const refuse = (): void => {
      cxt.setParams({ min: 1 });
      cxt.error();
    };
    gen.if(_`${data}.length === 0`, refuse, () => known.code(cxt));
  };
  ajv.removeKeyword("contains").addKeyword({ ...known, keyword: "contains", code });
}

/** Ajv forgets that none or all of the properties may have been evaluated before a pattern; takes code in lines. */
export function mendEvaluated(code: string): string {
  return code.replaceAll(/^(props\d+)\[(\w+)\] = true;$/gm, "if($1 !== true) ($1 ??= {})[$2] = true;");
}
