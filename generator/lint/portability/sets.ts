import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolModel } from "../../model/tool-model.js";
import { placeIn } from "../../read/places.js";
import { placeOfName, type TargetTools } from "./target-tools.js";

/** No two tools have one name at the target. */
export function* checkClashes({ set, tools }: TargetTools): Generator<Diagnostic> {
  for (const { rule, message, ids } of set.problems) {
    const model = modelOf(ids.at(-1), tools);
    if (model === undefined || rule !== "name-clash") continue;
    const help = "Give one of them another `wireName`.";
    yield diagnostic("TK5003", placeOfName(model), message, { help });
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
