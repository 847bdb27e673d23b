import type { SelectHTMLAttributes, VNode } from "preact";

interface SelectProps extends Pick<SelectHTMLAttributes, "id" | "aria-label" | "aria-describedby"> {
  readonly options: readonly string[];
  /** The position of the chosen option; -1 when there is none. */
  readonly chosen?: number;
  /** The text for no option. */
  readonly none: string;
  readonly onChoose: (position: number) => void;
}

/** A choice between texts. */
export function Select({ options, chosen = -1, none, onChoose, ...attributes }: SelectProps): VNode {
  const choose = (event: { currentTarget: HTMLSelectElement }): void =>
    onChoose(event.currentTarget.selectedIndex - 1);
  return (
    <select {...attributes} value={String(chosen)} onChange={choose}>
      {[none, ...options].map((text, index) => (
        <option key={index} value={String(index - 1)}>
          {text}
        </option>
      ))}
    </select>
  );
}
