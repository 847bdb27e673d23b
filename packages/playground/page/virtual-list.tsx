import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps {
  readonly count: number;
  /** Pixels; all rows have the same. */
  readonly rowHeight: number;
  readonly class: string;
  readonly label: string;
  readonly role: "listbox" | "table" | "region";
  /** The row that is scrolled into view when it changes. */
  readonly active?: number;
  /** The cells above the rows of a table. */
  readonly head?: ComponentChildren;
  /** The content of a row: the cells of a table. */
  readonly row: (index: number) => ComponentChildren;
}

const spareRows = 12;

/** A list of any length of which only the visible rows are in the page. */
export function VirtualList(props: VirtualListProps): VNode {
  const { count, rowHeight, active = -1, head, role, label } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spareRows);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spareRows);
  const measure = (): void => {
    if (box.current !== null) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const [element, top] = [box.current, active * rowHeight];
    if (element === null || active < 0) return;
    const lowest = top + rowHeight - element.clientHeight;
    element.scrollTop = Math.min(Math.max(element.scrollTop, lowest), top);
  }, [active, count]);
  const indices = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  const isTable = role === "table";
  const tabIndex = role === "listbox" ? -1 : 0;
  const place = (index: number): object => ({
    ...(isTable ? { role: "row", "aria-rowindex": index + 2 } : { role: "presentation" }),
    style: { transform: `translateY(${index * rowHeight}px)` },
  });
  return (
    <div
      ref={box}
      id={props.class}
      class="virtual"
      role={role}
      aria-label={label}
      aria-rowcount={isTable ? count + 1 : undefined}
      tabIndex={tabIndex}
      onScroll={measure}
    >
      {isTable && (
        <div class="head" role="row" aria-rowindex={1}>
          {head}
        </div>
      )}
      <div role={isTable ? "rowgroup" : "presentation"} style={{ height: `${count * rowHeight}px` }}>
        {indices.map((index) => (
          <div key={index} class="row" {...place(index)}>
            {props.row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
