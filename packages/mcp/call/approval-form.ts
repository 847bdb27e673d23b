import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type LegacyTitledEnumSchema,
  type MultiSelectEnumSchema,
  type PrimitiveSchemaDefinition,
  type Server,
  type ServerContext,
  type SingleSelectEnumSchema,
} from "@modelcontextprotocol/server";
import type {
  ApprovalDecision,
  ApprovalRequest,
  JsonSchema,
  JsonSchemaObject,
  ToolSpec,
} from "@toolkiln/runtime";
import { isSensitiveParameter } from "@toolkiln/runtime/vocabulary";
import { inlineScalars } from "@toolkiln/providers";
import { showHidden } from "@toolkiln/render/terminal";
import { isRecord, presentFields, serializeData } from "@toolkiln/runtime/json";

/** Maximum characters of a value in the question. */
const maxValueLength = 400;

/** A parameter that can be edited in a form. */
interface Field {
  readonly name: string;
  readonly schema: PrimitiveSchemaDefinition;
}

/**
 * Whether the client can show its user a form. Since MCP 2026-07-28, clients declare it in each request; before, once
 * per connection.
 */
export function canElicit({ mcpReq: { envelope } }: ServerContext, server: Server): boolean {
  const declared = isRecord(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  return offersForms(declared ?? server.getClientCapabilities());
}

/** Whether client capabilities include form elicitation. */
export function offersForms(capabilities: unknown): boolean {
  const { elicitation } = isRecord(capabilities) ? capabilities : {};
  // Older clients name no mode: forms were the only one.
  return isRecord(elicitation) && ("form" in elicitation || !("url" in elicitation));
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

/**
 * The decision in an accepted form. Denies the call if the answer contains a field that the form did not offer, such
 * as a secret or an injected parameter. A field that was empty and comes back as an empty string is unchanged.
 */
export function readForm(
  content: Readonly<Record<string, unknown>>,
  spec: ToolSpec,
  input: Readonly<Record<string, unknown>>,
): ApprovalDecision {
  const offered = new Set(editableFields(spec, input).map(({ name }) => name));
  const unknown = Object.keys(content).find((name) => !offered.has(name));
  if (unknown !== undefined) {
    return denyUnattended(
      `The answer contains \`${unknown.slice(0, 128)}\`, which is not a field of the form.`,
    );
  }
  const properties = propertiesOf(spec);
  const changes = Object.entries(content).filter(([name, value]) => {
    const shown = shownValue(name, properties[name], input);
    if (value === undefined || (value === "" && shown === undefined)) return false;
    return JSON.stringify(value) !== JSON.stringify(shown);
  });
  if (changes.length === 0) return { decision: "approve" };
  return { decision: "edit", params: { ...input, ...Object.fromEntries(changes) } };
}

/** A denial without a user's decision; the model must not think a user denied it. */
export function denyUnattended(reason: string): ApprovalDecision {
  return { decision: "deny", reason, unattended: true };
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
      ? "Accept to run it; you can change the values first. Decline to deny it."
      : "Accept to run it. Decline to deny it.",
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
  const { type, items, title, description, minimum, maximum } = property;
  const texts = { ...(typeof title === "string" && { title }), ...presentFields({ description }) };
  const shownText = typeof shown === "string" && { default: shown };
  const choice = selectOf(property);
  if (choice !== undefined) return { ...texts, ...choice, ...shownText };
  if (type === "string") return { ...texts, type, ...shownText };
  if (type === "boolean") return { ...texts, type, ...(typeof shown === "boolean" && { default: shown }) };
  if (type === "integer" || type === "number") {
    const bounds = presentFields({ minimum, maximum });
    return { ...texts, type, ...bounds, ...(typeof shown === "number" && { default: shown }) };
  }
  const choices = type === "array" && isRecord(items) ? multiSelectOf(items) : undefined;
  return choices && { ...texts, ...choices, ...(isStringList(shown) && { default: [...shown] }) };
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
