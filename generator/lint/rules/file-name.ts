import { diagnostic } from "../../diagnostics/catalog.js";
import { manifestRule, type LintRule } from "../rule.js";

/** What is no id at all is told as such. */
const idForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** A manifest's file is named after the tool's id. */
export const fileNameRule: LintRule = manifestRule("file-name", function* (view) {
  const { id, source } = view;
  if (id === undefined || !idForm.test(id)) return;
  const name = source.file.split("/").at(-1) ?? "";
  if (name === `${id}.tool.yaml`) return;
  const message = `The file is named ${name}, but the id is \`${id}\`.`;
  yield diagnostic("TK4001", view.place(["id"]), message, {
    help: `Rename the file to ${id}.tool.yaml, or write \`id: ${name.replace(/\.tool\.yaml$/, "")}\`.`,
  });
});
