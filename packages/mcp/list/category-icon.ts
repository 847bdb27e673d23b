import type { Icon } from "@modelcontextprotocol/server";
import type { ToolSpec } from "@toolkiln/runtime";
import { isKnownCategory } from "@toolkiln/runtime/vocabulary";

/** Strokes on a field of 24 by 24. */
const strokes = {
  "file-system": "M6 3h8l4 4v14H6zM14 3v4h4",
  terminal: "M3 5h18v14H3zM7 9l3 3-3 3M12 15h5",
  search: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l6 6",
  workspace: "M3 6h7l2 2h9v11H3z",
  editor: "M4 20l4-1L20 7l-3-3L5 16z",
  git: "M6 4v16M6 8c8 0 12-2 12-4M6 20h0M18 4h0",
  network: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 6 5 12 0 18M12 3c-5 6-5 12 0 18",
  system: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3",
  custom: "M4 8h5a2 2 0 1 1 4 0h5v5a2 2 0 1 1 0 4v4H4z",
};

/** A picture of a tool's category, small enough to be sent with the list; none for a project's own categories. */
export function categoryIcon({ category }: ToolSpec): readonly Icon[] {
  if (!isKnownCategory(category)) return [];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#888" stroke-width="2"><path d="${strokes[category]}"/></svg>`;
  return [{ src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: "image/svg+xml", sizes: ["any"] }];
}
