import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ListPage } from "../protocol.js";
import { load } from "./server-calls.js";

interface VirtualListProps {
  readonly count: number;
  /** Pixels; all rows have the same. */
  readonly rowHeight: number;
  readonly class: string;
  readonly label: string;
  readonly role: "listbox" | "table" | "region";
  /** The row that is scrolled into view when it changes. */
  readonly active?: number;
  /** What stays above the rows. */
  readonly head?: ComponentChildren;
  readonly onRange?: (first: number, last: number) => void;
  readonly row: (index: number) => ComponentChildren;
}

const spareRows = 12;

/** A list of any length of which only the visible rows are in the page. */
export function VirtualList(props: VirtualListProps): VNode {
  const { count, rowHeight, active = -1, head, onRange, role, label } = props;
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
  useEffect(() => onRange?.(first, last));
  const indices = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  const isTable = role === "table";
  return (
    <div
      ref={box}
      id={props.class}
      class={`virtual ${props.class}`}
      role={role}
      aria-label={label}
      aria-rowcount={isTable ? count + 1 : undefined}
      tabIndex={role === "listbox" ? -1 : 0}
      onScroll={measure}
    >
      {head}
      <div role={isTable ? "rowgroup" : "presentation"} style={{ height: `${count * rowHeight}px` }}>
        {indices.map((index) => (
          <div key={index} role="presentation" style={{ transform: `translateY(${index * rowHeight}px)` }}>
            {props.row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

const pageSize = 200;

/** The items of a long list that the server holds, loaded page by page as they come into view. */
export interface Pages<Item, Page extends ListPage<Item>> {
  readonly first: Page | undefined;
  readonly item: (index: number) => Item | undefined;
  readonly onRange: (first: number, last: number) => void;
}

/** Follows a long list; `path` ends in a query. */
export function usePages<Item, Page extends ListPage<Item>>(path: string): Pages<Item, Page> {
  const cache = useRef({ path: "", pages: new Map<number, Page | undefined>() });
  const [, redraw] = useState({});
  if (cache.current.path !== path) cache.current = { path, pages: new Map() };
  const { pages } = cache.current;
  const fetchPage = (page: number): void => {
    if (pages.has(page)) return;
    pages.set(page, undefined);
    load<Page>(`${path}&from=${page * pageSize}&count=${pageSize}`).then(
      (loaded) => {
        pages.set(page, loaded);
        return redraw({});
      },
      () => pages.delete(page),
    );
  };
  useEffect(() => fetchPage(0), [path]);
  return {
    first: pages.get(0),
    item: (index) => pages.get(Math.floor(index / pageSize))?.items[index % pageSize],
    onRange: (from, to) => {
      for (let page = Math.floor(from / pageSize); page * pageSize <= to; page += 1) fetchPage(page);
    },
  };
}
