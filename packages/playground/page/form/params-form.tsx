import type { VNode } from "preact";
import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { JsonInput, NumberInput, PathInput, TextInput } from "./inputs.js";
import { below, isNamed } from "./pointer.js";
import { matchingVariant, resolveSchema, seedValue, shapeOf, type Variant } from "./schema-shape.js";

/** What every field of a form knows. */
interface Scope {
  readonly spec: ToolSpec;
  /** Makes ids unique when two forms are in the page. */
  readonly prefix: string;
  /** Messages by the pointer of what they are about. */
  readonly errors: ReadonlyMap<string, readonly string[]>;
}

interface ValueProps {
  readonly scope: Scope;
  readonly schema: JsonSchemaObject;
  readonly pointer: string;
  /** Undefined when there is none: absent, null and a value are three things. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

interface FieldProps extends ValueProps {
  readonly name: string;
  readonly required?: boolean;
}

interface ParamsFormProps extends Scope, Pick<ValueProps, "value" | "onChange"> {}

/** A form made from the schema of a tool's parameters. */
export function ParamsForm({ value, onChange, ...scope }: ParamsFormProps): VNode {
  const schema = resolveSchema(scope.spec.inputSchema, scope.spec.inputSchema);
  const props = { scope, schema, pointer: "", value, onChange };
  if (shapeOf(schema, schema).kind !== "union") return <ObjectFields {...props} />;
  return <Control {...props} name="parameters" id={scope.prefix} describedBy="check" />;
}

function ObjectFields({ scope, schema, pointer, value, onChange }: ValueProps): VNode {
  const { properties = {}, required = [], additionalProperties: further = true } = schema;
  const record = isRecord(value) ? value : {};
  const root = scope.spec.inputSchema;
  const change = (name: string, next: unknown): void => {
    const { [name]: _, ...others } = record;
    onChange(next === undefined ? others : { ...record, [name]: next });
  };
  const names = [...new Set([...Object.keys(properties), ...Object.keys(record)])];
  return (
    <div class="fields">
      {names.map((name) => (
        <Field
          key={name}
          name={name}
          required={required.includes(name)}
          scope={scope}
          schema={resolveSchema(properties[name] ?? further, root)}
          pointer={below(pointer, name)}
          value={Object.hasOwn(record, name) ? record[name] : undefined}
          onChange={(next) => change(name, next)}
        />
      ))}
      {further !== false && (
        <input
          placeholder="Add a property: its name, then Enter"
          aria-label="Name of a further property"
          onKeyDown={(event) => {
            const { value: name } = event.currentTarget;
            if (
              event.key !== "Enter" ||
              event.ctrlKey ||
              event.metaKey ||
              name === "" ||
              names.includes(name)
            )
              return;
            event.currentTarget.value = "";
            change(name, seedValue(resolveSchema(further, root), root));
          }}
        />
      )}
      {names.length === 0 && further === false && <p class="empty">No parameters.</p>}
    </div>
  );
}

/** One value with its name, what it is for and what is wrong with it. */
function Field(props: FieldProps): VNode {
  const { scope, schema, pointer, value, onChange, name, required = false } = props;
  const id = scope.prefix + pointer;
  const errors = scope.errors.get(pointer) ?? [];
  const { kind } = shapeOf(schema, scope.spec.inputSchema);
  const isGroup = kind === "object" || kind === "array" || kind === "union";
  const unset = schema.default === undefined ? "not set" : `default: ${JSON.stringify(schema.default)}`;
  const label = (
    <>
      <b>{name}</b>
      {required && <abbr title="required">*</abbr>} <span class="soft">{kindText(schema, kind)}</span>
    </>
  );
  return (
    <div
      class="field"
      role={isGroup ? "group" : undefined}
      aria-labelledby={isGroup ? `${id}:label` : undefined}
    >
      <div class="label">
        {isGroup ? <span id={`${id}:label`}>{label}</span> : <label for={id}>{label}</label>}
        <span class="soft state">{value === undefined ? unset : value === null ? "null" : ""}</span>
        {value !== undefined && (
          <button
            type="button"
            class="quiet"
            aria-label={`Leave out ${name}`}
            onClick={() => onChange(undefined)}
          >
            ×
          </button>
        )}
      </div>
      <p class="soft" id={`${id}:about`}>
        {schema["deprecated"] === true && "Deprecated. "}
        {schema.description}
      </p>
      <Control {...props} id={id} describedBy={`${id}:about ${id}:errors`} />
      <div class="errors" id={`${id}:errors`}>
        {errors.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </div>
  );
}

function kindText({ type, format, minimum, maximum }: JsonSchemaObject, kind: string): string {
  const range = (minimum ?? maximum) === undefined ? "" : ` ${minimum ?? ""}…${maximum ?? ""}`;
  return `${format ?? (typeof type === "string" && kind !== "choice" ? type : kind)}${range}`;
}

interface ControlProps extends FieldProps {
  readonly id: string;
  readonly describedBy: string;
}

function Control(props: ControlProps): VNode {
  const { scope, schema, pointer, value, onChange, id, describedBy, name } = props;
  const root = scope.spec.inputSchema;
  const { kind, values = [], variants = [] } = shapeOf(schema, root);
  const input = { id, label: name, describedBy, value, onChange };
  switch (kind) {
    case "choice":
      return <Choice {...props} values={values} />;
    case "boolean":
      return <Choice {...props} values={[true, false]} />;
    case "union":
      return <Union {...props} variants={variants} />;
    case "number":
      return <NumberInput {...input} />;
    case "json":
      return <JsonInput {...input} />;
    case "string": {
      const paths = scope.spec.paths?.map((path) => path.pointer);
      if (isNamed(pointer, paths)) return <PathInput {...input} />;
      return <TextInput {...input} secret={isNamed(pointer, scope.spec.sensitive)} />;
    }
    case "object":
    case "array":
    case "null":
      if (value === undefined) {
        return (
          <button type="button" id={id} class="small" onClick={() => onChange(seedValue(schema, root))}>
            Set {name}
          </button>
        );
      }
      if (kind === "null") return <code>null</code>;
      return kind === "object" ? <ObjectFields {...props} /> : <Items {...props} />;
    default:
      return kind satisfies never;
  }
}

function Choice({ values, ...props }: ControlProps & { readonly values: readonly unknown[] }): VNode {
  const { id, describedBy, name, value, onChange, required } = props;
  const texts = values.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const chosen = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  const none = required === true ? "choose…" : "not set";
  const choose = (index: number): void => onChange(values[index]);
  return <Select {...{ id, describedBy, texts, chosen, none }} label={name} onChoose={choose} />;
}

function Union({ variants, ...props }: ControlProps & { readonly variants: readonly Variant[] }): VNode {
  const { scope, value, onChange, id, name, describedBy } = props;
  const root = scope.spec.inputSchema;
  const chosen = value === undefined ? -1 : matchingVariant(variants, value, root);
  const schema = variants[chosen]?.schema;
  const choose = (index: number): void =>
    onChange(variants[index] && seedValue(variants[index].schema, root));
  return (
    <div class="fields">
      <Select
        id={id}
        describedBy={describedBy}
        label={`Form of ${name}`}
        texts={variants.map(({ label }) => label)}
        chosen={chosen}
        none="not set"
        onChoose={choose}
      />
      {schema !== undefined && <Control {...props} id={`${id}:value`} schema={schema} />}
    </div>
  );
}

interface SelectProps {
  readonly id: string;
  readonly describedBy: string;
  readonly label: string;
  readonly texts: readonly string[];
  readonly chosen: number;
  readonly none: string;
  readonly onChoose: (index: number) => void;
}

function Select({ id, describedBy, label, texts, chosen, none, onChoose }: SelectProps): VNode {
  return (
    <select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      value={String(chosen)}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      <option value="-1">{none}</option>
      {texts.map((text, index) => (
        <option key={text} value={String(index)}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Items({ scope, schema, pointer, value, onChange, name }: ControlProps): VNode {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { prefixItems } = schema;
  const schemaOf = (index: number): JsonSchemaObject => {
    const positions: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
    return resolveSchema(positions[index] ?? schema.items, scope.spec.inputSchema);
  };
  return (
    <div class="fields">
      {items.map((item, index) => (
        <Field
          key={index}
          name={`${name} ${index + 1}`}
          scope={scope}
          schema={schemaOf(index)}
          pointer={below(pointer, index)}
          value={item}
          onChange={(next) =>
            onChange(next === undefined ? items.toSpliced(index, 1) : items.with(index, next))
          }
        />
      ))}
      <button
        type="button"
        class="small"
        onClick={() => onChange([...items, seedValue(schemaOf(items.length), scope.spec.inputSchema)])}
      >
        Add to {name}
      </button>
    </div>
  );
}
