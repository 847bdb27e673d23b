import type { ImportReport } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";

/**
 * A converted schema as the parameters of a tool, without what manifests imply. `open` keeps accepting properties that
 * the schema does not name; manifests close the outermost object unless they say otherwise.
 */
export function toParameters(converted: MutableObject, report: ImportReport, open: boolean): MutableObject {
  const { type, additionalProperties, ...rest } = converted;
  const isSilent = additionalProperties === undefined && converted["unevaluatedProperties"] === undefined;
  const others = isSilent && open ? true : additionalProperties;
  const parameters: MutableObject = {
    ...(type !== undefined && type !== "object" && { type }),
    ...rest,
    ...(others !== undefined && others !== false && { additionalProperties: others }),
  };
  if (Array.isArray(rest["required"]) && rest["required"].length === 0) delete parameters["required"];
  const place = report.placeOf(converted);
  if (place !== undefined) report.remember(parameters, place);
  return parameters;
}
