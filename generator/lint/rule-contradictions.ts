import type { PropertyDescription } from "../json-schema/property-names.js";
import type { SchemaDocuments } from "../json-schema/reference.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { compareValues } from "./compare-values.js";
import { quoted } from "./describe-value.js";
import { typesOf } from "./value-type.js";

/** What a rule asks of one parameter, and what one schema says of that parameter. */
interface Meeting {
  readonly condition: JsonObject;
  readonly description: PropertyDescription;
}

/** Tells why no value can satisfy a condition of a rule and be its parameter; undefined when one may. */
export class RuleContradictions {
  readonly #meetings = new Map<JsonObject, readonly Meeting[]>();
  readonly #impossible: ReadonlySet<Meeting>;

  constructor(
    rules: readonly unknown[],
    properties: ReadonlyMap<string, readonly PropertyDescription[]>,
    documents: SchemaDocuments,
  ) {
    for (const rule of rules) {
      const when = isJsonObject(rule) && isJsonObject(rule["when"]) ? rule["when"] : {};
      for (const [parameter, condition] of Object.entries(when)) {
        if (!isJsonObject(condition)) continue;
        const descriptions = properties.get(parameter) ?? [];
        this.#meetings.set(
          condition,
          descriptions.map((description) => ({ condition, description })),
        );
      }
    }
    this.#impossible = impossibleMeetings([...this.#meetings.values()].flat(), documents);
  }

  /** A parameter may be described in several alternatives: all of them have to be in the way. */
  of(condition: JsonObject): string | undefined {
    const reasons = (this.#meetings.get(condition) ?? []).map((meeting) => this.#reason(meeting));
    return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
  }

  #reason(meeting: Meeting): string | undefined {
    const { condition, description } = meeting;
    const { schema } = description;
    if (!isJsonObject(schema)) return undefined;
    const [wanted, actual] = [typesOf(condition), typesOf(schema)];
    if (wanted && actual && !wanted.some((type) => overlaps(type, actual)))
      return `the parameter is ${actual.join(" or ")}, the condition asks for ${wanted.join(" or ")}`;
    if (this.#impossible.has(meeting))
      return `the parameter can never be ${valuesOf(condition).slice(0, 10).map(quoted).join(" or ")}`;
    const [low, high] = [condition["minimum"], schema["maximum"]];
    if (typeof low === "number" && typeof high === "number" && low > high)
      return `the parameter is at most ${high}`;
    const [top, bottom] = [condition["maximum"], schema["minimum"]];
    if (typeof top === "number" && typeof bottom === "number" && top < bottom)
      return `the parameter is at least ${bottom}`;
    return undefined;
  }
}

/** Those in which the condition names nothing but values that the schema refuses. What cannot be compared may match. */
function impossibleMeetings(meetings: readonly Meeting[], documents: SchemaDocuments): ReadonlySet<Meeting> {
  const asked = meetings
    .filter(({ description }) => isJsonObject(description.schema))
    .flatMap((meeting) =>
      valuesOf(meeting.condition).map((value) => ({ meeting, claim: { value, ...meeting.description } })),
    );
  const verdicts = compareValues(
    asked.map(({ claim }) => claim),
    documents,
  );
  const impossible = new Set(asked.map(({ meeting }) => meeting));
  for (const [index, { meeting }] of asked.entries()) {
    const verdict = verdicts[index];
    if (!Array.isArray(verdict) || verdict.length === 0) impossible.delete(meeting);
  }
  return impossible;
}

/** The values that a condition names, when it names them one by one. */
function valuesOf(condition: JsonObject): readonly unknown[] {
  if ("const" in condition) return [condition["const"]];
  return Array.isArray(condition["enum"]) ? condition["enum"] : [];
}

function overlaps(type: string, others: readonly string[]): boolean {
  return others.some((other) => type === other || (isNumeric(type) && isNumeric(other)));
}

function isNumeric(type: string): boolean {
  return type === "number" || type === "integer";
}
