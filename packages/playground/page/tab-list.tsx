import type { TargetedKeyboardEvent, VNode } from "preact";

interface TabListProps<Name extends string> {
  readonly label: string;
  /** The titles by the names. */
  readonly tabs: Readonly<Partial<Record<Name, string>>>;
  readonly chosen: Name;
  readonly panel: string;
  readonly onChoose: (name: Name) => void;
}

/** Tabs that arrow keys move between. */
export function TabList<Name extends string>(props: TabListProps<Name>): VNode {
  const { label, tabs, chosen, panel, onChoose } = props;
  const names = Object.keys(tabs) as Name[];
  const move = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? names.length - 1 : 0;
    const next = (names.indexOf(chosen) + step) % names.length;
    if (step === 0 || names[next] === undefined) return;
    onChoose(names[next]);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {names.map((name) => (
        <button
          key={name}
          role="tab"
          aria-selected={name === chosen}
          aria-controls={panel}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  );
}
