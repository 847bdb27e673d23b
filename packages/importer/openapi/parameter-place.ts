import type { ImportReport, SourcePlace } from "../import-report.js";

type Source = Readonly<Record<string, unknown>>;

/** Where a parameter goes in a request. Whatever is left out is HTTP's usual way. */
export interface ParameterPlace {
  readonly in: "path" | "query" | "header" | "cookie" | "body" | "content";
  /** What the API calls it, where the tool has another name. */
  readonly name?: string;
  /** How lists and objects are written. */
  readonly style?: "comma" | "space" | "pipe" | "tab" | "deep" | "json";
  /** What makes a credential of the value. */
  readonly scheme?: "bearer" | "basic";
  /** Whether the value is the path of a file whose contents are sent. */
  readonly file?: true;
}

const styles: Readonly<Record<string, ParameterPlace["style"]>> = {
  spaceDelimited: "space",
  pipeDelimited: "pipe",
  deepObject: "deep",
  csv: "comma",
  ssv: "space",
  tsv: "tab",
  pipes: "pipe",
};

/** How lists and objects of a parameter are written. */
export function encodingOf(
  parameter: Source,
  where: string,
  place: SourcePlace,
  report: ImportReport,
): Pick<ParameterPlace, "style"> {
  const { style, explode, collectionFormat, content, type, schema } = parameter;
  if (content !== undefined) return { style: "json" };
  if (where !== "query") {
    if (style === "label" || style === "matrix")
      report.lose(
        place,
        `The style \`${style}\` of \`${String(parameter["name"])}\` is not supported; the value is written as it is.`,
      );
    return {};
  }
  if (style === "deepObject") return { style: "deep" };
  // In 2.0 lists are joined by commas unless they say otherwise, since 3.0 they are repeated.
  const isOld = schema === undefined && type === "array";
  const wanted =
    typeof collectionFormat === "string"
      ? collectionFormat
      : isOld
        ? "csv"
        : typeof style === "string"
          ? style
          : "form";
  if (wanted === "form") return explode === false ? { style: "comma" } : {};
  const found = styles[wanted];
  return found === undefined || (explode === true && wanted !== "csv") ? {} : { style: found };
}
