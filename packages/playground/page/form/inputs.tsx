import type { InputHTMLAttributes, TargetedInputEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { CallCheck } from "../../protocol.js";
import { call, useLoaded, useDebounced } from "../server-calls.js";
import { matches } from "./schema-shape.js";

/** The properties of a form that all its fields share. */
export interface Form {
  readonly spec: ToolSpec;
  /** Makes element ids unique when the page has two forms. */
  readonly prefix: string;
  readonly errors: CallCheck["errors"];
}

export interface FieldProps {
  readonly form: Form;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchemaObject;
  readonly pointer: string;
  /** Undefined when the field is not set; null is a value. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

type LabelAttributes = Pick<InputHTMLAttributes, "id" | "aria-label" | "aria-describedby">;

/** Attributes that link a control to its label, description and errors. */
export function labelAttributes({ form, pointer, name }: FieldProps): LabelAttributes {
  const id = form.prefix + pointer;
  return { id, "aria-label": name, "aria-describedby": `${id}:about ${id}:errors` };
}

/** An input for text, secrets, numbers and paths; paths are completed from the workspace. */
export function TextInput(props: FieldProps & { readonly isNumber?: boolean }): VNode {
  const { form, pointer, value, onChange, isNumber = false } = props;
  const [typed, setTyped] = useState("");
  const read = isNumber ? readNumber : String;
  // `1.` and `1` are the same number, so the typed text is kept while the value is unchanged.
  const text = read(typed) === value ? typed : textOf(value);
  const pathPointers = form.spec.paths?.map((path) => path.pointer);
  const isPath = matches(pointer, pathPointers);
  const isSecret = matches(pointer, form.spec.sensitive);
  const start = useDebounced(text);
  const paths = useLoaded(() => (isPath ? call("paths", start) : undefined), [start]);
  const onInput = ({ currentTarget }: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    setTyped(currentTarget.value);
    onChange(read(currentTarget.value));
  };
  const list = `${form.prefix}${pointer}:paths`;
  const common = { ...labelAttributes(props), value: text, spellcheck: false, onInput };
  if (!isNumber && !isPath && !isSecret) return <textarea {...common} rows={1} />;
  return (
    <>
      <input {...common} autocomplete="off" {...(isSecret ? ({ type: "password" } as const) : { list })} />
      <datalist id={list}>
        {paths?.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}

/** Returns the text itself when it is not a number, so that validation reports it. */
function readNumber(text: string): unknown {
  if (text.trim() === "") return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

function textOf(value: unknown = ""): string {
  return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}

/** An input for any value as JSON. While the text is invalid, the last valid value is kept. */
export function JsonInput(props: FieldProps): VNode {
  const { value, onChange } = props;
  const [typed, setTyped] = useState<{ text: string; read?: unknown; error?: string }>({ text: "" });
  const isCurrent = JSON.stringify(typed.read) === JSON.stringify(value);
  const change = (text: string): void => {
    try {
      const read: unknown = text.trim() === "" ? undefined : JSON.parse(text);
      setTyped({ text, read });
      onChange(read);
    } catch (thrown) {
      setTyped({ text, read: value, error: String(thrown) });
    }
  };
  return (
    <>
      <textarea
        {...labelAttributes(props)}
        class="json"
        spellcheck={false}
        value={isCurrent ? typed.text : JSON.stringify(value, undefined, 2)}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p class="errors" role="status">
        {isCurrent && typed.error}
      </p>
    </>
  );
}
