import type { SelectHTMLAttributes, TargetedKeyboardEvent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RiskLevel } from "@toolkiln/runtime";

/** Symbols, so that the risk is readable without colour. */
const riskMarks = { safe: "○", low: "◔", medium: "◆", high: "▲", critical: "⬣" } as const;

export function RiskBadge({ risk }: { readonly risk: RiskLevel }): VNode {
  return (
    <span class={`badge ${risk}`}>
      <span aria-hidden="true">{riskMarks[risk]}</span> {risk}
    </span>
  );
}

/** A sandboxed frame that runs no scripts. */
export function Frame({ path, title }: { readonly path: string; readonly title: string }): VNode {
  return <iframe class="frame" src={path} title={title} sandbox="allow-same-origin" />;
}

interface SelectProps extends Pick<SelectHTMLAttributes, "id" | "aria-label" | "aria-describedby"> {
  readonly options: readonly string[];
  readonly selected?: number;
  readonly placeholder: string;
  readonly onSelect: (position: number) => void;
}

export function Select({ options, selected = -1, placeholder, onSelect, ...attributes }: SelectProps): VNode {
  return (
    <select
      {...attributes}
      value={String(selected)}
      onChange={(event) => onSelect(event.currentTarget.selectedIndex - 1)}
    >
      {[placeholder, ...options].map((text, index) => (
        <option key={index} value={String(index - 1)}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface TabListProps<Name extends string> {
  readonly label: string;
  readonly tabs: Readonly<Partial<Record<Name, string>>>;
  readonly selected: Name;
  readonly panel: string;
  readonly onSelect: (name: Name) => void;
}

/** Tabs with arrow-key navigation. */
export function TabList<Name extends string>(props: TabListProps<Name>): VNode {
  const { label, tabs, selected, panel, onSelect } = props;
  const names = Object.keys(tabs) as Name[];
  const move = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? names.length - 1 : 0;
    const next = (names.indexOf(selected) + step) % names.length;
    if (step === 0 || names[next] === undefined) return;
    onSelect(names[next]);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {names.map((name) => (
        <button
          key={name}
          role="tab"
          aria-selected={name === selected}
          aria-controls={panel}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  );
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 120 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : `${Math.round(seconds / 60)} min`;
}

/** A countdown to a time, updated once a second. */
export function TimeLeft({ until }: { readonly until: number }): VNode {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <>{duration(Math.max(0, until - now))}</>;
}
