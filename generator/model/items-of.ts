/** The items of a list with their positions; none of what is no list. */
export function itemsOf(value: unknown): Iterable<[position: number, item: unknown]> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.entries();
}
