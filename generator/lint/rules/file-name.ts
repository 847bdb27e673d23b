import { diagnostic } from "../../diagnostics/catalog.js";
import type { LintRule } from "../rule.js";

/** A manifest's file is named after the tool's id. */
export const fileNameRule: LintRule = {
  name: "file-name",
  *check(manifests) {
    for (const { source, manifest } of manifests) {
      const expected = `${manifest.id}.tool.yaml`;
      if (source.file.split("/").at(-1) === expected) continue;
      const place = { file: source.file, range: source.locate(["id"]) };
      yield diagnostic("TK4001", place, `The manifest of \`${manifest.id}\` has to be named ${expected}.`);
    }
  },
};
