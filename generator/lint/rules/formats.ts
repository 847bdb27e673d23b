import { diagnostic } from "../../diagnostics/catalog.js";
import { suggest, variantOf } from "../../diagnostics/suggest.js";
import { removeKey, replaceValue } from "../edit-value.js";
import { knownFormats } from "../known-formats.js";
import { schemaRule, type LintRule } from "../rule.js";

/** `format` names a form that is checked. */
export const formatsRule: LintRule = schemaRule("formats", function* ({ schema: { format }, path, view }) {
  if (typeof format !== "string" || knownFormats.includes(format)) return;
  const where = [...path, "format"];
  const near = suggest(format, knownFormats);
  const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  const variant = variantOf(format, knownFormats);
  const fix =
    variant !== undefined
      ? replaceValue(view.source, where, variant, `write \`${variant}\``)
      : near === undefined
        ? removeKey(view.source, where, "remove `format`")
        : undefined;
  yield diagnostic(
    "TK3015",
    view.place(where),
    `The format \`${format}\` is not known and not checked.${meant}`,
    {
      help: "Use a `pattern`, or say in `description` what the text looks like.",
      ...(fix && { fix }),
    },
  );
});
