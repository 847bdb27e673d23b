import { diagnostic } from "../../diagnostics/catalog.js";
import type { LintRule } from "../rule.js";
import type { CheckedManifest } from "../check-manifest.js";

/** An id belongs to one tool. */
export const duplicateIdRule: LintRule = {
  name: "duplicate-id",
  *check(manifests) {
    const first = new Map<string, CheckedManifest>();
    for (const checked of manifests) {
      const { source, manifest } = checked;
      const other = first.get(manifest.id);
      if (other === undefined) first.set(manifest.id, checked);
      else {
        const related = [
          { file: other.source.file, range: other.source.locate(["id"]), message: "It is taken here." },
        ];
        const place = { file: source.file, range: source.locate(["id"]) };
        yield diagnostic("TK4002", place, `The id \`${manifest.id}\` is already taken.`, { related });
      }
    }
  },
};
