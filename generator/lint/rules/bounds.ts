import { diagnostic } from "../../diagnostics/catalog.js";
import { schemaRule, type LintRule } from "../rule.js";
import { typesOf } from "../value-type.js";

const pairs = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
] as const;

/** Lower bounds lie below upper bounds. */
export const boundsRule: LintRule = schemaRule("bounds", function* ({ schema, path, view }) {
  const number = (keyword: string): number | undefined => {
    const value = schema[keyword];
    return typeof value === "number" ? value : undefined;
  };
  const report = (low: string, high: string) =>
    diagnostic(
      "TK3011",
      view.place([...path, low]),
      `\`${low}: ${number(low)}\` and \`${high}: ${number(high)}\` leave no value to choose.`,
      { help: "Swap the two, or correct one." },
    );
  for (const [low, high] of pairs) {
    const [from, to] = [number(low), number(high)];
    if (from !== undefined && to !== undefined && from > to) yield report(low, high);
  }
  for (const [low, high] of [
    ["exclusiveMinimum", "exclusiveMaximum"],
    ["exclusiveMinimum", "maximum"],
    ["minimum", "exclusiveMaximum"],
  ] as const) {
    const [from, to] = [number(low), number(high)];
    if (from !== undefined && to !== undefined && from >= to) yield report(low, high);
  }
  const [from, to] = [number("minimum"), number("maximum")];
  const onlyIntegers = typesOf(schema)?.every((type) => type === "integer") === true;
  if (
    onlyIntegers &&
    from !== undefined &&
    to !== undefined &&
    from <= to &&
    Math.ceil(from) > Math.floor(to)
  )
    yield report("minimum", "maximum");
  const required = schema["required"];
  const most = number("maxProperties");
  if (Array.isArray(required) && most !== undefined && required.length > most) {
    const message = `\`required\` names ${required.length} properties, but \`maxProperties\` allows ${most}.`;
    yield diagnostic("TK3011", view.place([...path, "maxProperties"]), message);
  }
});
