import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolModel } from "../../model/tool-model.js";
import { placeIn } from "../../read/places.js";
import { placeOfName, type TargetTools } from "./target-tools.js";

/** No two tools have one name at a target: one diagnostic for a clash, whatever the number of targets. */
export function* checkClashes(adapted: readonly TargetTools[]): Generator<Diagnostic> {
  const clashes = new Map<string, { readonly model: ToolModel; readonly targets: Set<string> }>();
  for (const { target, set, tools } of adapted) {
    for (const { rule, ids } of set.problems) {
      const model = modelOf(ids.at(-1), tools);
      if (model === undefined || rule !== "name-clash") continue;
      const names = ids.map((id) => `\`${id}\``).join(" and ");
      const known = clashes.get(names) ?? { model, targets: new Set() };
      clashes.set(names, known);
      known.targets.add(target.title);
    }
  }
  for (const [names, { model, targets }] of clashes) {
    const message = `${names} have the same name at ${[...targets].join(", ")}.`;
    yield diagnostic("TK5003", placeOfName(model), message, { help: "Give one of them another `wireName`." });
  }
}

/** Tools that are sent together are a request that the target takes. */
export function* checkRequest({ target, set, tools }: TargetTools): Generator<Diagnostic> {
  for (const { rule, message, ids } of set.problems) {
    const model = modelOf(ids.at(-1), tools);
    if (model === undefined || rule === "name-clash") continue;
    const help = "Offer fewer tools at once: `toolsets` in the configuration name subsets.";
    yield diagnostic("TK5007", placeIn(model.origin, ["id"]), message, { help });
  }
  for (const { model, tool } of tools) {
    const limit = tool.fallback.find(({ keyword }) => keyword === "set");
    if (limit === undefined) continue;
    const message = `\`${model.spec.id}\` is not strict at ${target.title}: ${limit.reason}.`;
    const help = "Offer fewer tools at once, or make only those strict that need it, with `targets`.";
    yield diagnostic("TK5008", placeIn(model.origin, ["id"]), message, { help });
  }
}

function modelOf(id: string | undefined, tools: TargetTools["tools"]): ToolModel | undefined {
  return tools.find(({ model }) => model.spec.id === id)?.model;
}
