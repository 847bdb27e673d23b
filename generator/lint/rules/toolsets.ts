import { configurationFile } from "../../config.js";
import { diagnostic, fileStart } from "../../diagnostics/catalog.js";
import { didYouMean, suggest } from "../../diagnostics/suggest.js";
import { registryName } from "../../names/tool-names.js";
import type { ProjectRule } from "../rule.js";

const place = { file: configurationFile, range: fileStart };

/** Registry names of toolsets are unique and do not clash with other generated names. */
export const toolsetNamesRule: ProjectRule = function* ({ config: { toolsets = {} } }) {
  // `registry.ts` always exports this name; a toolset's registry could have the same.
  const owners = new Map([["createToolRegistry", "the generated code"]]);
  for (const toolset of Object.keys(toolsets)) {
    const name = registryName(toolset);
    const owner = owners.get(name);
    owners.set(name, owner ?? `the toolset \`${toolset}\``);
    if (owner === undefined) continue;
    const message = `The registry of the toolset \`${toolset}\` would be called \`${name}\`, a name that ${owner} already has.`;
    const help = "Rename it in the configuration so that its letters and digits differ.";
    yield diagnostic("TK4003", place, message, { help });
  }
};

const wording = {
  ids: "There is no tool",
  tags: "No tool has the tag",
  categories: "No tool has the category",
} as const;

/** Toolset selectors name existing ids, tags and categories; otherwise a missing tool would go unnoticed. */
export const toolsetSelectorsRule: ProjectRule = function* ({
  config: { toolsets = {} },
  manifests,
  complete,
}) {
  if (!complete) return;
  const values = manifests.map(({ value }) => value);
  const present: Readonly<Record<keyof typeof wording, readonly unknown[]>> = {
    ids: values.map(({ id }) => id),
    tags: values.flatMap(({ tags }): unknown[] => (Array.isArray(tags) ? tags : [])),
    categories: values.map(({ category }) => category),
  };
  for (const [toolset, selector] of Object.entries(toolsets)) {
    for (const key of ["ids", "tags", "categories"] as const) {
      for (const name of selector[key] ?? []) {
        if (present[key].includes(name)) continue;
        const near = suggest(name, new Set(present[key].filter((other) => typeof other === "string")));
        const message = `${wording[key]} \`${name}\`, which \`toolsets.${toolset}.${key}\` names.${didYouMean(near)}`;
        const help = "Correct the name in the configuration, or remove it.";
        yield diagnostic("TK4009", place, message, { help });
      }
    }
  }
};
