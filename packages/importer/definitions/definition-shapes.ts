import { isRecord } from "@toolkiln/runtime/json";
import { inside, type SourcePlace } from "../import-report.js";

type Source = Readonly<Record<string, unknown>>;

/** A definition of a tool in any provider's form, taken apart. */
export interface FoundDefinition {
  readonly provider: string;
  readonly name: string;
  readonly definition: Source;
  readonly schema: unknown;
  readonly outputSchema?: unknown;
  readonly place: SourcePlace;
  readonly schemaPlace: SourcePlace;
}

/** Finds the definitions in a document, whichever provider they were written for, in their order. */
export function findDefinitions(value: unknown, place: SourcePlace): FoundDefinition[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => findDefinitions(item, inside(place, index)));
  if (!isRecord(value)) return [];
  const own = recognize(value, place);
  if (own !== undefined) return [own];
  return containers.flatMap((key) =>
    value[key] === undefined ? [] : findDefinitions(value[key], inside(place, key)),
  );
}

/** Keys that hold definitions: requests, `tools/list` answers, Gemini's and Bedrock's groups. */
const containers = [
  "tools",
  "result",
  "functions",
  "functionDeclarations",
  "function_declarations",
  "toolConfig",
];

interface Form {
  readonly provider: string;
  /** The key that holds the definition. */
  readonly wrapper?: string;
  /** The way from the definition to the schema. */
  readonly schema: readonly string[];
}

/** How each provider writes a definition. */
const forms: readonly {
  readonly provider: string;
  readonly wrapper?: string;
  readonly schema: readonly string[];
}[] = [
  { provider: "Bedrock", wrapper: "toolSpec", schema: ["inputSchema", "json"] },
  { provider: "OpenAI", wrapper: "function", schema: ["parameters"] },
  { provider: "MCP", schema: ["inputSchema"] },
  { provider: "Anthropic", schema: ["input_schema"] },
  { provider: "Gemini", schema: ["parametersJsonSchema"] },
  { provider: "OpenAI or Gemini", schema: ["parameters"] },
];

function recognize(value: Source, place: SourcePlace): FoundDefinition | undefined {
  const found = forms.map((form) => readForm(form, value, place)).filter((one) => one !== undefined);
  // A function without parameters may leave them out.
  return found.find(({ schema }) => schema !== undefined) ?? (isBareFunction(value) ? found[0] : undefined);
}

function readForm(
  { provider, wrapper, schema: path }: Form,
  value: Source,
  place: SourcePlace,
): FoundDefinition | undefined {
  const definition = wrapper === undefined ? value : value[wrapper];
  if (!isRecord(definition) || typeof definition["name"] !== "string") return undefined;
  const home = wrapper === undefined ? place : inside(place, wrapper);
  const outputSchema = definition["outputSchema"] ?? definition["responseJsonSchema"];
  return {
    provider,
    name: definition["name"],
    definition,
    schema: path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), definition),
    ...(outputSchema !== undefined && { outputSchema }),
    place: home,
    schemaPlace: inside(home, ...path),
  };
}

function isBareFunction({ type, description, function: wrapped }: Source): boolean {
  return type === "function" || isRecord(wrapped) || (type === undefined && typeof description === "string");
}
