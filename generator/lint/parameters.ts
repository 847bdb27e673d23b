import { diagnostic, type DiagnosticCode, type Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean, Suggestions } from "../diagnostics/suggest.js";
import { knownProperties, type KnownProperties } from "../json-schema/property-names.js";
import { isJsonObject } from "../values/json-object.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { wordList } from "./describe-value.js";
import { renameKey, writeValue } from "./edit-value.js";
import type { ManifestView } from "./manifest-view.js";
import type { LintProject } from "./rule.js";

/** All parameters that a tool's schema names. The root is closed by default. */
export function parametersOf({ manifest: { source, value }, documents }: LintProject): KnownProperties {
  const { schema } = value;
  if (isJsonObject(schema)) return knownProperties(schema, { source, root: ["schema"] }, documents);
  return { names: new Set(), open: schema !== undefined, suggestions: new Suggestions([]) };
}

export function parametersHelp({ names }: KnownProperties): string {
  if (names.size === 0) return "The tool has no parameters.";
  return names.size === 1
    ? `The only parameter is ${wordList(names)}.`
    : `The parameters are ${wordList(names)}.`;
}

export interface NamedParameter {
  readonly name: string;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
  readonly others?: readonly unknown[];
}

/** A diagnostic for an unknown parameter, with a fix when only its spelling differs. */
export function unknownParameter(
  code: DiagnosticCode,
  { name, path, target, others = [] }: NamedParameter,
  view: ManifestView,
  parameters: KnownProperties,
): Diagnostic {
  const { suggestions } = parameters;
  const variant = suggestions.variantOf(name);
  const edit = target === "key" ? renameKey : writeValue;
  const fix =
    variant === undefined || others.includes(variant) ? undefined : edit(view.source, path, variant);
  const effect = code === "TK2010" ? ", so the rule never matches" : "";
  const message = `The tool has no parameter \`${name}\`${effect}.${didYouMean(suggestions.nearest(name))}`;
  const help = fix ? undefined : parametersHelp(parameters);
  return diagnostic(code, view.place(path, target), message, { help, fix });
}
