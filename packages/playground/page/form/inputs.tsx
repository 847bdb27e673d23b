import type { InputHTMLAttributes, TargetedInputEvent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLoaded, useSettled } from "../server-calls.js";

/** What every control is given. */
export interface InputProps {
  readonly id: string;
  readonly label: string;
  readonly describedBy: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

type NamedAttributes = Pick<
  InputHTMLAttributes,
  "id" | "aria-label" | "aria-describedby" | "autocomplete" | "spellcheck"
>;

function named({ id, label, describedBy }: InputProps): NamedAttributes {
  return { id, "aria-label": label, "aria-describedby": describedBy, autocomplete: "off", spellcheck: false };
}

/** Text, hidden when it is a secret. */
export function TextInput({ secret, ...props }: InputProps & { readonly secret: boolean }): VNode {
  const { value, onChange } = props;
  const common = { ...named(props), value: textOf(value) };
  if (secret)
    return <input {...common} type="password" onInput={(event) => onChange(event.currentTarget.value)} />;
  return <textarea {...common} rows={1} onInput={(event) => onChange(event.currentTarget.value)} />;
}

/** A number. What is not one stays the text that it is, and validation says so. */
export function NumberInput(props: InputProps): VNode {
  const { value, onChange } = props;
  const [typed, setTyped] = useState("");
  const onInput = ({ currentTarget }: TargetedInputEvent<HTMLInputElement>): void => {
    setTyped(currentTarget.value);
    onChange(readNumber(currentTarget.value));
  };
  // `1.` and `1` are the same number: what is typed stays until the value becomes another one.
  const shown = readNumber(typed) === value ? typed : textOf(value);
  return <input {...named(props)} inputMode="decimal" value={shown} onInput={onInput} />;
}

function readNumber(text: string): unknown {
  if (text.trim() === "") return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** A path, completed from what lies in the workspace. */
export function PathInput(props: InputProps): VNode {
  const { id, value, onChange } = props;
  const typed = textOf(value);
  const paths = useLoaded<readonly string[]>(
    `/api/paths?typed=${encodeURIComponent(useSettled(typed))}`,
    0,
    [],
  );
  return (
    <>
      <input
        {...named(props)}
        list={`${id}:paths`}
        value={typed}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}:paths`}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}

/** Any value as JSON. While the text is not JSON, the value stays the last that was. */
export function JsonInput(props: InputProps): VNode {
  const { id, describedBy, value, onChange } = props;
  const [text, setText] = useState(() => JSON.stringify(value, undefined, 2) ?? "");
  const { parsed, problem } = parse(text);
  useEffect(() => {
    // Changed elsewhere, by the form or by the history.
    if (JSON.stringify(parsed) !== JSON.stringify(value)) setText(JSON.stringify(value, undefined, 2) ?? "");
  }, [value]);
  const onInput = ({ currentTarget }: TargetedInputEvent<HTMLTextAreaElement>): void => {
    setText(currentTarget.value);
    const next = parse(currentTarget.value);
    if (next.problem === "") onChange(next.parsed);
  };
  const attributes = named({ ...props, describedBy: `${describedBy} ${id}:problem` });
  return (
    <>
      <textarea {...attributes} class="json" value={text} onInput={onInput} />
      <p class="errors" id={`${id}:problem`}>
        {problem}
      </p>
    </>
  );
}

function parse(text: string): { readonly parsed?: unknown; readonly problem: string } {
  try {
    return text.trim() === "" ? { problem: "" } : { parsed: JSON.parse(text) as unknown, problem: "" };
  } catch (error) {
    return { problem: String(error) };
  }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
