import { fullFormats } from "ajv-formats/dist/formats.js";
import { diagnostic } from "../../diagnostics/catalog.js";
import { suggest } from "../../diagnostics/suggest.js";
import { removeKey, replaceValue } from "../edit-value.js";
import { schemaRule, type LintRule } from "../rule.js";

const formats = Object.keys(fullFormats);

/** `format` names a form that is checked. */
export const formatsRule: LintRule = schemaRule("formats", function* ({ schema: { format }, path, view }) {
  if (typeof format !== "string" || formats.includes(format)) return;
  const where = [...path, "format"];
  const near = suggest(format, formats);
  const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  const fix =
    near === undefined
      ? removeKey(view.source, where, "remove `format`")
      : replaceValue(view.source, where, near, `write \`${near}\``);
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
