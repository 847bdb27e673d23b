import type { ToolModel } from "@toolkiln/generator";

/** The tool of an id, or the one that had it before: whoever runs a tool by its old name can look at it, too. */
export function findModel(models: readonly ToolModel[], id: string): ToolModel | undefined {
  return (
    models.find(({ spec }) => spec.id === id) ?? models.find(({ spec }) => spec.renamedFrom?.includes(id))
  );
}
