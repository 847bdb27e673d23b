import { isValidKind } from "@toolkiln/runtime";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { diagnostic } from "../../diagnostics/catalog.js";
import { didYouMean, suggest, variantOf } from "../../diagnostics/suggest.js";
import { isJsonObject } from "../../values/json-object.js";
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
  const variant = variantOf(kind, wellKnownKinds);
  const fix =
    variant === undefined ? undefined : replaceValue(view.source, path, variant, `write \`${variant}\``);
  const meant = didYouMean(suggest(kind, wellKnownKinds));
  const isValid: boolean = isValidKind(kind);
  if (!isValid) {
    const help = `Use ${oneOf(wellKnownKinds)}, or lowercase words with dots for namespaces: \`git.status\`.`;
    yield diagnostic("TK2012", view.place(path), `\`${kind}\` is not a valid kind.${meant}`, { help, fix });
  } else if (short || (isJsonObject(result) && result["data"] === undefined)) {
    const message = `The custom kind \`${kind}\` needs a schema of its data.${meant}`;
    const help = "Add `data:` with a JSON Schema beside `kind`.";
    yield diagnostic("TK2013", view.place(path), message, { help, fix });
  }
});
