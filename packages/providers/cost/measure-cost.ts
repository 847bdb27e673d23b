import type { ToolSpec } from "@toolkiln/runtime";
import { adaptTools } from "../adapt-tools.js";
import type { Target } from "../providers.js";
import { tokenCounterFor } from "./count-tokens.js";

/** Tokens of tool definitions in every request to one target. */
export interface TargetCost {
  readonly target: string;
  /** Whether the counts are exact or estimates. */
  readonly exact: boolean;
  readonly total: number;
  /** Tokens of each tool's definition, by its id. */
  readonly tools: ReadonlyMap<string, number>;
}

/** Counts the tokens of every definition, as compact JSON, for one target. */
export async function measureCost(
  specs: readonly ToolSpec[],
  { title, provider, options }: Target,
): Promise<TargetCost> {
  const counter = await tokenCounterFor(provider.name);
  const { tools } = adaptTools(specs, provider, options);
  const costs = new Map(tools.map(({ id, definition }) => [id, counter.count(JSON.stringify(definition))]));
  const total = [...costs.values()].reduce((sum, tokens) => sum + tokens, 0);
  return { target: title, exact: counter.exact, total, tools: costs };
}
