import type { VNode } from "preact";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isRecord, pointerTo } from "@toolkiln/runtime/json";
import { Select } from "../controls.js";
import { JsonInput, labelAttributes, TextInput, type FieldProps, type Form } from "./inputs.js";
import { matchingVariant, resolveSchema, initialValue, shapeOf, type Shape } from "./schema-shape.js";

interface ParamsFormProps extends Form, Pick<FieldProps, "value" | "onChange"> {
  readonly isJson?: boolean;
}

/** A form generated from the schema of a tool's parameters, or a JSON editor for the same value. */
export function ParamsForm({ value, onChange, isJson = false, ...form }: ParamsFormProps): VNode {
  const schema = resolveSchema(form.spec.inputSchema, form.spec.inputSchema);
  const props = { form, schema, value, onChange, pointer: "" };
  const Root = isJson ? JsonInput : Control;
  return <Root {...props} name={isJson ? "Parameters as JSON" : "parameters"} />;
}

function Field(props: FieldProps): VNode {
  const { form, schema, pointer, value, onChange, name, required } = props;
  const id = form.prefix + pointer;
  const { kind } = shapeOf(schema, form.spec.inputSchema);
  const isGroup = kind === "object" || kind === "array" || kind === "union";
  // Validation errors contain the name of a parameter or, if it is nested, its pointer.
  const isOwn = (place: string): boolean =>
    (place.startsWith("/") ? place : pointerTo("", place)) === pointer;
  const errors = form.errors.filter(({ parameterName }) => isOwn(parameterName));
  const unset = schema.default === undefined ? "not set" : `default: ${JSON.stringify(schema.default)}`;
  return (
    <div class="field" role={isGroup ? "group" : undefined} aria-label={isGroup ? name : undefined}>
      <div class="label">
        <label for={isGroup ? undefined : id}>
          <b>{name}</b>
          {required && <abbr title="required">*</abbr>} <span class="soft">{kindText(schema, kind)}</span>
        </label>
        <span class="soft state">{value === undefined ? unset : value === null ? "null" : ""}</span>
        {value !== undefined && (
          <button class="quiet" aria-label={`Clear ${name}`} onClick={() => onChange(undefined)}>
            ×
          </button>
        )}
      </div>
      <p class="soft" id={`${id}:about`}>
        {schema["deprecated"] === true && "Deprecated. "}
        {schema.description}
      </p>
      <Control {...props} />
      <div class="errors" id={`${id}:errors`}>
        {errors.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </div>
  );
}

function kindText({ type, format, enum: values, minimum, maximum }: JsonSchemaObject, kind: string): string {
  const range = (minimum ?? maximum) === undefined ? "" : ` ${minimum ?? ""}…${maximum ?? ""}`;
  return `${format ?? (typeof type === "string" && values === undefined ? type : kind)}${range}`;
}

const controls: Readonly<Record<Shape["kind"], (props: FieldProps) => VNode>> = {
  choice: Choice,
  union: Choice,
  string: TextInput,
  number: (props) => <TextInput {...props} isNumber />,
  json: JsonInput,
  null: () => <code>null</code>,
  object: Properties,
  array: Items,
};

function Control(props: FieldProps): VNode {
  const { form, schema, value, onChange, name } = props;
  const { kind } = shapeOf(schema, form.spec.inputSchema);
  const Kind = controls[kind];
  if (value !== undefined || !["object", "array", "null"].includes(kind)) return <Kind {...props} />;
  return (
    <button class="small" onClick={() => onChange(initialValue(schema, form.spec.inputSchema))}>
      Set {name}
    </button>
  );
}

/** A dropdown of constants or of union variants. */
function Choice(props: FieldProps): VNode {
  const { form, schema, value, onChange, name, required } = props;
  const root = form.spec.inputSchema;
  const { kind, variants = [] } = shapeOf(schema, root);
  const selected = value === undefined ? -1 : matchingVariant(variants, value, root);
  const variant = kind === "union" ? variants[selected] : undefined;
  return (
    <div class="fields">
      <Select
        {...(kind === "choice" && labelAttributes(props))}
        aria-label={kind === "choice" ? name : `Variant of ${name}`}
        options={variants.map(({ label }) => label)}
        selected={selected}
        placeholder={required ? "choose…" : "not set"}
        onSelect={(position) => onChange(variants[position] && initialValue(variants[position].schema, root))}
      />
      {variant !== undefined && <Control {...props} schema={variant.schema} />}
    </div>
  );
}

function Properties({ form, schema, pointer, value, onChange }: FieldProps): VNode {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const record = isRecord(value) ? value : {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(record)])];
  const change = (name: string, next: unknown): void => {
    const { [name]: _, ...others } = record;
    onChange(next === undefined ? others : { ...record, [name]: next });
  };
  return (
    <div class="fields">
      {names.map((name) => (
        <Field
          key={name}
          form={form}
          name={name}
          required={required.includes(name)}
          schema={resolveSchema(properties[name] ?? additionalProperties, form.spec.inputSchema)}
          pointer={pointerTo(pointer, name)}
          value={Object.hasOwn(record, name) ? record[name] : undefined}
          onChange={(next) => change(name, next)}
        />
      ))}
      {names.length === 0 && <p class="empty">No parameters.</p>}
    </div>
  );
}

function Items({ form, schema, pointer, value, onChange, name }: FieldProps): VNode {
  const root = form.spec.inputSchema;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const positions: readonly unknown[] = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
  const schemaOf = (at: number): JsonSchemaObject => resolveSchema(positions[at] ?? schema.items, root);
  const change = (at: number, next: unknown): void =>
    onChange(next === undefined ? items.toSpliced(at, 1) : items.with(at, next));
  return (
    <div class="fields">
      {items.map((item, at) => (
        <Field
          key={at}
          form={form}
          name={`${name} ${at + 1}`}
          schema={schemaOf(at)}
          pointer={pointerTo(pointer, String(at))}
          value={item}
          onChange={(next) => change(at, next)}
        />
      ))}
      <button class="small" onClick={() => onChange([...items, initialValue(schemaOf(items.length), root)])}>
        Add to {name}
      </button>
    </div>
  );
}
