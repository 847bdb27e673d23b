import type { ToolIndexEntry, ToolSpec } from "@toolkiln/runtime";
import type { ToolModel, ToolNames } from "../model/tool-model.js";
import { literal } from "./literal.js";

/**
 * What the files of all tools say of one tool. It is plain data, so that another thread or an earlier run may have
 * made it.
 */
export interface ToolPart {
  /** Relative to the project. */
  readonly manifest: string;
  /** What the registry's index tells. */
  readonly spec: Pick<ToolSpec, keyof ToolIndexEntry>;
  readonly names: ToolNames;
  readonly formerNames?: readonly ToolNames[];
  /** Whether the application supplies some of its parameters. */
  readonly injects: boolean;
  /** The whole tool as it stands in the catalogue. */
  readonly catalogEntry: string;
}

/** Takes out of a model what the files of all tools say of it. */
export function toolPart({ spec, names, formerNames, origin }: ToolModel): ToolPart {
  const { id, wireName, name, category, risk, kind, tags, requires, renamedFrom, deprecated } = spec;
  return {
    manifest: origin.file,
    spec: {
      id,
      wireName,
      name,
      category,
      risk,
      kind,
      ...(tags && { tags }),
      ...(requires && { requires }),
      ...(renamedFrom && { renamedFrom }),
      ...(deprecated !== undefined && { deprecated }),
    },
    names,
    ...(formerNames && { formerNames }),
    injects: spec.inject !== undefined,
    catalogEntry: `    ${literal(spec, 4)},\n`,
  };
}
