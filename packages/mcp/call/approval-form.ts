import type {
  ElicitRequestFormParams,
  LegacyTitledEnumSchema,
  MultiSelectEnumSchema,
  PrimitiveSchemaDefinition,
  SingleSelectEnumSchema,
} from "@modelcontextprotocol/server";
import type { ApprovalRequest, JsonSchema, JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { isSensitiveParameter } from "@toolkiln/runtime/vocabulary";
import { inlineScalars } from "@toolkiln/providers";
import { showHidden } from "@toolkiln/render/terminal";
import { isRecord, serializeData } from "@toolkiln/runtime/json";

/** Maximum characters of a value in the question. */
const maxValueLength = 400;

/** A parameter that can be edited in a form. */
interface Field {
  readonly name: string;
  readonly schema: PrimitiveSchemaDefinition;
}

/** The form that the client shows its user: the action, its risk and the editable parameters. */
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

/** A field in the answer that the form did not offer, such as a secret or an injected parameter. */
export function unknownField(
  content: Readonly<Record<string, unknown>>,
  spec: ToolSpec,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const offered = new Set(editableFields(spec, input).map(({ name }) => name));
  return Object.keys(content).find((name) => !offered.has(name));
}

/**
 * Returns the fields that the user changed, or undefined if there are none. A field that was empty and comes back as
 * an empty string is unchanged.
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
    ([name, value]) => `  ${showHidden(name, "show")}: ${visibleJson(value)}`,
  );
  return [
    `${toolName}: ${summary}`,
    `Risk: ${risk}`,
    ...warnings.map(({ message }) => `Warning: ${showHidden(message, "show")}`),
    ...(values.length > 0 ? ["Parameters:", ...values] : []),
    editable
      ? "Accept to run it, unchanged or with other values; decline to deny it."
      : "Accept to run it; decline to deny it.",
  ].join("\n");
}

/** A value as one line of JSON: truncated, with control and invisible characters escaped. */
function visibleJson(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return showHidden(serializeData(value, { maxLength: maxValueLength }).text, "show");
}

/** The parameters that a form can show: simple, non-secret values. */
function editableFields(spec: ToolSpec, input: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(propertiesOf(spec)).flatMap(([name, property]) => {
    if (isSensitiveParameter(spec, name) || typeof property === "boolean") return [];
    const schema = fieldSchema(property, shownValue(name, property, input));
    return schema === undefined ? [] : [{ name, schema }];
  });
}

function fieldSchema(property: JsonSchemaObject, shown: unknown): PrimitiveSchemaDefinition | undefined {
  const { type, description, title } = property;
  const texts = {
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
  };
  const choice = selectOf(property);
  if (choice !== undefined)
    return { ...texts, ...choice, ...(typeof shown === "string" && { default: shown }) };
  if (type === "array") {
    const choices = isRecord(property.items) ? multiSelectOf(property.items) : undefined;
    return choices && { ...texts, ...choices, ...(isStringList(shown) && { default: [...shown] }) };
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

interface Choice {
  const: string;
  title: string;
}

/** A single-select field. Titles are in `oneOf` or in `x-enumNames`. */
function selectOf(schema: JsonSchemaObject): SingleSelectEnumSchema | LegacyTitledEnumSchema | undefined {
  const titled = titledChoices(schema["oneOf"]);
  if (titled !== undefined) return { type: "string", oneOf: titled };
  const { enum: values, "x-enumNames": names } = schema;
  if (!isStringList(values)) return undefined;
  const named = isStringList(names) && names.length === values.length;
  return { type: "string", enum: [...values], ...(named && { enumNames: [...names] }) };
}

/** A multi-select field, from its item schema. */
function multiSelectOf(items: JsonSchemaObject): MultiSelectEnumSchema | undefined {
  const titled = titledChoices(items["anyOf"] ?? items["oneOf"]);
  if (titled !== undefined) return { type: "array", items: { anyOf: titled } };
  if (!isStringList(items.enum)) return undefined;
  return { type: "array", items: { type: "string", enum: [...items.enum] } };
}

function titledChoices(branches: unknown): Choice[] | undefined {
  if (!Array.isArray(branches)) return undefined;
  const choices = branches.flatMap((branch: unknown) => {
    const { const: value, title } = isRecord(branch) ? branch : {};
    return typeof value === "string" && typeof title === "string" ? [{ const: value, title }] : [];
  });
  return choices.length === branches.length ? choices : undefined;
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** The initial value of a field: the argument, or else the default. */
function shownValue(
  name: string,
  property: JsonSchema | undefined,
  input: Readonly<Record<string, unknown>>,
): unknown {
  if (Object.hasOwn(input, name)) return input[name];
  return typeof property === "object" ? property.default : undefined;
}

function propertiesOf({ inputSchema }: ToolSpec): Readonly<Record<string, JsonSchema>> {
  return inlineScalars(inputSchema).properties ?? {};
}
