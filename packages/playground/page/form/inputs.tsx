import type { InputHTMLAttributes, TargetedInputEvent, VNode } from "preact";
import { useState } from "preact/hooks";
import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { CallCheck } from "../../protocol.js";
import { call, useLoaded, useSettled } from "../server-calls.js";
import { matches } from "./schema-shape.js";

/** A form as every field of it knows it. */
export interface Form {
  readonly spec: ToolSpec;
  /** Makes ids unique when two forms are in the page. */
  readonly prefix: string;
  readonly errors: CallCheck["errors"];
}

export interface FieldProps {
  readonly form: Form;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchemaObject;
  readonly pointer: string;
  /** Undefined when there is none: absent, null and a value are three states. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

type NamedAttributes = Pick<InputHTMLAttributes, "id" | "aria-label" | "aria-describedby">;

/** The attributes that tie a control to its label, its description and its errors. */
export function named({ form, pointer, name }: FieldProps): NamedAttributes {
  const id = form.prefix + pointer;
  return { id, "aria-label": name, "aria-describedby": `${id}:about ${id}:errors` };
}

/** Text, a secret, a number, or a path, which is completed from the workspace. */
export function TextInput(props: FieldProps & { readonly isNumber?: boolean }): VNode {
  const { form, pointer, value, onChange, isNumber = false } = props;
  const [typed, setTyped] = useState("");
  const read = isNumber ? readNumber : String;
  // `1.` and `1` are the same number: the typed text stays until the value becomes another one.
  const text = read(typed) === value ? typed : textOf(value);
  const pathPointers = form.spec.paths?.map((path) => path.pointer);
  const isPath = matches(pointer, pathPointers);
  const isSecret = matches(pointer, form.spec.sensitive);
  const start = useSettled(text);
  const paths = useLoaded(() => (isPath ? call("paths", start) : undefined), [start]);
  const onInput = ({ currentTarget }: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    setTyped(currentTarget.value);
    onChange(read(currentTarget.value));
  };
  const list = `${form.prefix}${pointer}:paths`;
  const common = { ...named(props), value: text, spellcheck: false, onInput };
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

/** Text that is no number stays text, and validation reports it. */
function readNumber(text: string): unknown {
  if (text.trim() === "") return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

function textOf(value: unknown = ""): string {
  return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}

/** Any value as JSON. While the text is not JSON, the value stays the last that was. */
export function JsonInput(props: FieldProps): VNode {
  const { value, onChange } = props;
  const [typed, setTyped] = useState<{ text: string; read?: unknown; problem?: string }>({ text: "" });
  const isCurrent = JSON.stringify(typed.read) === JSON.stringify(value);
  const change = (text: string): void => {
    try {
      const read: unknown = text.trim() === "" ? undefined : JSON.parse(text);
      setTyped({ text, read });
      onChange(read);
    } catch (error) {
      setTyped({ text, read: value, problem: String(error) });
    }
  };
  return (
    <>
      <textarea
        {...named(props)}
        class="json"
        spellcheck={false}
        value={isCurrent ? typed.text : JSON.stringify(value, undefined, 2)}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <p class="errors" role="status">
        {isCurrent && typed.problem}
      </p>
    </>
  );
}
