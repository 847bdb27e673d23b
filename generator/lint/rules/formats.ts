import { fullFormats } from "ajv-formats/dist/formats.js";
import { diagnostic } from "../../diagnostics/catalog.js";
import { didYouMean, suggest, variantOf } from "../../diagnostics/suggest.js";
import { removeKey, replaceValue } from "../edit-value.js";
import { schemaRule, type LintRule } from "../rule.js";

/** The formats that validators check. */
export const knownFormats: readonly string[] = Object.keys(fullFormats);

/** `format` names a form that is checked. */
export const formatsRule: LintRule = schemaRule("formats", function* ({ schema: { format }, path, view }) {
  if (typeof format !== "string" || knownFormats.includes(format)) return;
  const where = [...path, "format"];
  const near = suggest(format, knownFormats);
  const variant = variantOf(format, knownFormats);
  const fix =
    variant !== undefined
      ? replaceValue(view.source, where, variant, `write \`${variant}\``)
      : near === undefined
        ? removeKey(view.source, where, "remove `format`")
        : undefined;
  const message = `The format \`${format}\` is unknown and not checked.${didYouMean(near)}`;
  const help = "Use a `pattern`, or describe the format in `description`.";
  yield diagnostic("TK3015", view.place(where), message, { help, fix });
});
