import { configurationFile } from "../../config.js";
import { diagnostic, fileStart } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean, suggest } from "../../diagnostics/suggest.js";
import type { ProjectRule } from "../rule.js";

/** What the toolsets of the configuration name is there; a tool that is silently left out would be missed too late. */
export const toolsetSelectorsRule: ProjectRule = {
  name: "toolset-selectors",
  *check({ config: { toolsets = {} }, manifests, complete }) {
    if (!complete) return;
    const values = manifests.map(({ value }) => value);
    const present = {
      ids: new Set(values.map(({ id }) => id)),
      tags: new Set(values.flatMap(({ tags }): unknown[] => (Array.isArray(tags) ? tags : []))),
      categories: new Set(values.map(({ category }) => category)),
    };
    for (const [toolset, selector] of Object.entries(toolsets)) {
      for (const key of ["ids", "tags", "categories"] as const) {
        for (const name of selector[key] ?? []) {
          if (!present[key].has(name)) yield unmatched(toolset, key, name, present[key]);
        }
      }
    }
  },
};

const wording = {
  ids: (name: string) => `There is no tool \`${name}\``,
  tags: (name: string) => `No tool has the tag \`${name}\``,
  categories: (name: string) => `No tool has the category \`${name}\``,
} as const;

function unmatched(
  toolset: string,
  key: keyof typeof wording,
  name: string,
  present: ReadonlySet<unknown>,
): Diagnostic {
  const candidates = [...present].filter((candidate) => typeof candidate === "string");
  const near = suggest(name, candidates);
  const message = `${wording[key](name)}, which \`toolsets.${toolset}.${key}\` names.${didYouMean(near)}`;
  const help = "Correct the name in the configuration, or remove it.";
  return diagnostic("TK4009", { file: configurationFile, range: fileStart }, message, { help });
}
