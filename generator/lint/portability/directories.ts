import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolModel } from "../../model/tool-model.js";
import { placeIn } from "../../read/places.js";
import type { ModelRule } from "../rule.js";

/** With the target `mcp`, every tool states the hints that directories of MCP servers ask for. */
export const directoriesRule: ModelRule = {
  name: "directories",
  async check(models, { targets = [] }) {
    const isServed = targets.some(
      (target) => (typeof target === "string" ? target : target.provider) === "mcp",
    );
    return isServed ? models.flatMap(checkHints) : [];
  },
};

function checkHints({ spec: { hints = {} }, origin }: ToolModel): Diagnostic[] {
  const { readOnly, destructive, openWorld } = hints;
  const missing = [
    ...(readOnly === undefined && destructive === undefined ? ["`readOnly` or `destructive`"] : []),
    ...(openWorld === undefined ? ["`openWorld`"] : []),
  ];
  if (missing.length === 0) return [];
  const message = `\`hints\` does not state ${missing.join(" and ")}, which directories of MCP servers check.`;
  return [diagnostic("TK5010", placeIn(origin, ["id"]), message, { help: "Add it under `hints`." })];
}
