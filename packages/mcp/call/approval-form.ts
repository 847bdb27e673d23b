import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from "@modelcontextprotocol/server";
import type { ApprovalRequest, JsonSchema, JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { isSensitiveParameter } from "@toolkiln/runtime/vocabulary";
import { showHidden } from "@toolkiln/render/terminal";
import { isRecord } from "@toolkiln/runtime/json";
import { visibleJson } from "./visible-json.js";

/** Characters of one parameter's value in the question. */
const maxValueLength = 400;

/** A parameter that can be edited in a form. */
interface Field {
  readonly name: string;
  readonly schema: PrimitiveSchemaDefinition;
}

/** The question that a client puts before its user: what would happen, how risky it is, and what can be changed. */
export function approvalForm(
  request: ApprovalRequest,
  spec: ToolSpec,
  input: Readonly<Record<string, unknown>>,
): ElicitRequestFormParams {
  const fields = editableFields(spec, input);
  return {
    mode: "form",
    message: question(request, fields.length > 0),
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    },
  };
}

/** A name in the answer to a form that the form does not have: a secret, say, or what only the application sets. */
export function unofferedName(
  content: Readonly<Record<string, unknown>>,
  spec: ToolSpec,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const offered = new Set(editableFields(spec, input).map(({ name }) => name));
  return Object.keys(content).find((name) => !offered.has(name));
}

/**
 * What the answer to a form changes: only fields that differ from what was shown. A field that was shown empty and
 * comes back as empty text was not filled in. Undefined when nothing changes.
 */
export function changedParameters(
  content: Readonly<Record<string, unknown>>,
  spec: ToolSpec,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const changes = Object.entries(content).filter(([name, value]) => {
    const shown = shownValue(name, propertiesOf(spec)[name], input);
    if (value === undefined || (value === "" && shown === undefined)) return false;
    return JSON.stringify(value) !== JSON.stringify(shown);
  });
  return changes.length === 0 ? undefined : { ...input, ...Object.fromEntries(changes) };
}

function question({ toolName, summary, risk, warnings, params }: ApprovalRequest, editable: boolean): string {
  const values = Object.entries(isRecord(params) ? params : {}).map(
    ([name, value]) => `  ${showHidden(name, "show")}: ${visibleJson(value, maxValueLength)}`,
  );
  return [
    `${toolName}: ${summary}`,
    `Risk: ${risk}`,
    ...warnings.map(({ message }) => `Warning: ${showHidden(message, "show")}`),
    ...(values.length > 0 ? ["Parameters:", ...values] : []),
    editable
      ? "Accept to run it, as it is or with other values; decline to refuse."
      : "Accept to run it; decline to refuse.",
  ].join("\n");
}

/** The parameters that a form can hold: plain values that are not secret. */
function editableFields(spec: ToolSpec, input: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(propertiesOf(spec)).flatMap(([name, property]) => {
    if (isSensitiveParameter(spec, name) || typeof property === "boolean") return [];
    const schema = fieldSchema(property, shownValue(name, property, input));
    return schema === undefined ? [] : [{ name, schema }];
  });
}

function fieldSchema(property: JsonSchemaObject, shown: unknown): PrimitiveSchemaDefinition | undefined {
  const { type, enum: values, description, title } = property;
  const texts = {
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
  };
  if (values !== undefined) {
    if (!values.every((value) => typeof value === "string")) return undefined;
    return {
      ...texts,
      type: "string",
      enum: [...values],
      ...(typeof shown === "string" && { default: shown }),
    };
  }
  if (type === "string") return { ...texts, type, ...(typeof shown === "string" && { default: shown }) };
  if (type === "boolean") return { ...texts, type, ...(typeof shown === "boolean" && { default: shown }) };
  if (type !== "integer" && type !== "number") return undefined;
  const { minimum, maximum } = property;
  return {
    ...texts,
    type,
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
    ...(typeof shown === "number" && { default: shown }),
  };
}

/** The value of a parameter before anybody edits it: what the caller sent, or the default. */
function shownValue(
  name: string,
  property: JsonSchema | undefined,
  input: Readonly<Record<string, unknown>>,
): unknown {
  if (Object.hasOwn(input, name)) return input[name];
  return typeof property === "object" ? property.default : undefined;
}

function propertiesOf({ inputSchema }: ToolSpec): Readonly<Record<string, JsonSchema>> {
  return inputSchema.properties ?? {};
}
