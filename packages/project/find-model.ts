import type { ToolModel } from "@toolkiln/generator";
import { ToolNames } from "@toolkiln/runtime/vocabulary";

/** Finds a tool by name, as a registry does. */
export function findModel(models: readonly ToolModel[], name: string): ToolModel | undefined {
  const id = new ToolNames(models.map(({ spec }) => spec)).find(name);
  return models.find(({ spec }) => spec.id === id);
}
