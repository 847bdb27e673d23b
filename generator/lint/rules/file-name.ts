import { diagnostic } from "../../diagnostics/catalog.js";
import { isId } from "../../names/tool-names.js";
import { manifestSuffix, nameOf } from "../../read/find-manifests.js";
import { manifestRule, type LintRule } from "../rule.js";

/** A manifest's file is named after the tool's id. */
export const fileNameRule: LintRule = manifestRule("file-name", function* (view) {
  const { id, source } = view;
  // An invalid id has a diagnostic of its own.
  if (id === undefined || !isId(id)) return;
  const name = nameOf(source.file);
  if (name === `${id}${manifestSuffix}`) return;
  const message = `The file is named ${name}, but the id is \`${id}\`.`;
  const help = `Rename the file to ${id}${manifestSuffix}, or write \`id: ${name.slice(0, -manifestSuffix.length)}\`.`;
  yield diagnostic("TK4001", view.place(["id"]), message, { help });
});
