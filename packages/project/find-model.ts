import type { ToolModel } from "@toolkiln/generator";
import { ToolNames } from "@toolkiln/runtime/vocabulary";

/** The tool that a registry would find by this name. */
export function findModel(models: readonly ToolModel[], name: string): ToolModel | undefined {
  const id = new ToolNames(models.map(({ spec }) => spec)).find(name);
  return models.find(({ spec }) => spec.id === id);
}
