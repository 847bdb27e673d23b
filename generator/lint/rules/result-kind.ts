import { isValidKind } from "@toolkiln/runtime";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { diagnostic } from "../../diagnostics/catalog.js";
import { suggest, variantOf } from "../../diagnostics/suggest.js";
import { isJsonObject } from "../../model/json-object.js";
import { oneOf } from "../describe-value.js";
import { replaceValue } from "../edit-value.js";
import { manifestRule, type LintRule } from "../rule.js";

/** The kind of result is well known, or has a name and a schema of its own. */
export const resultKindRule: LintRule = manifestRule("result-kind", function* (view) {
  const { result } = view.value;
  const short = typeof result === "string";
  const kind = short ? result : isJsonObject(result) ? result["kind"] : undefined;
  if (typeof kind !== "string" || kind === "") return;
  const path = short ? ["result"] : ["result", "kind"];
  if (wellKnownKinds.some((known) => known === kind)) return;
  const near = suggest(kind, wellKnownKinds);
  const variant = variantOf(kind, wellKnownKinds);
  const change =
    variant === undefined ? undefined : replaceValue(view.source, path, variant, `write \`${variant}\``);
  const fix = change && { fix: change };
  const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  const place = view.place(path);
  const valid: boolean = isValidKind(kind);
  if (!valid) {
    yield diagnostic("TK2012", place, `\`${kind}\` cannot be a kind of result.${meant}`, {
      help: `Use ${oneOf(wellKnownKinds)}, or lowercase words with dots for namespaces: \`git.status\`.`,
      ...fix,
    });
  } else if (short || (isJsonObject(result) && result["data"] === undefined)) {
    yield diagnostic(
      "TK2013",
      place,
      `The kind \`${kind}\` is your own, so its data needs a schema.${meant}`,
      {
        help: "Add `data:` with a JSON Schema beside `kind`.",
        ...fix,
      },
    );
  }
});
