import type { FileEntry, FileListData } from "@toolkiln/runtime";
import { formatSize } from "@toolkiln/runtime/kinds";
import { count, formatDate } from "../../model/format-value.js";
import type { TableCell, TableModel } from "../../model/table-model.js";
import { pathBar, styled, type HtmlNode } from "../html-node.js";
import type { HtmlView } from "../html-options.js";
import { tableNode } from "./table.js";

const ends: Readonly<Record<FileEntry["type"], string>> = { directory: "/", symlink: "@", file: "" };

/** A directory as a sortable table. */
export function fileListNode({ path, entries, truncated }: FileListData, view: HtmlView): HtmlNode {
  const shown = entries.slice(0, view.limits.maxRows);
  const rest = entries.length - shown.length;
  const table: TableModel = {
    columns: [
      { key: "name", label: "Name", align: "left" },
      { key: "size", label: "Size", align: "right" },
      { key: "modified", label: "Modified", align: "left" },
    ],
    rows: shown.map(rowOf),
    notes: [
      ...(rest > 0 ? [`… ${count(rest, "more entry")}`] : []),
      ...(truncated === true ? ["The tool returned only a part of the listing."] : []),
    ],
  };
  return styled("div", "tk-files", pathBar(path), tableNode(table, view, "Files"));
}

function rowOf({ name, type, size, modified }: FileEntry): TableCell[] {
  const date = formatDate(modified);
  return [
    { text: `${name}${ends[type]}`, type: type === "file" ? "string" : "path", value: name },
    size === undefined ? empty : { text: formatSize(size), type: "number", value: size },
    date === undefined ? empty : { text: date, type: "date", value: date },
  ];
}

const empty: TableCell = { text: "", type: "null", value: undefined };
