import type { PreferredView } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { type AnyResultValue, inferView, isDataOfKind } from "@toolkiln/runtime/kinds";
import { cutText, type CutText } from "./cut-text.js";
import { diffModel, type DiffModel } from "./diff-model.js";
import { highlightLines, type CodePart } from "./highlight.js";
import { imageSource, type ImageSource } from "./image-source.js";
import { markdownTokens, type MarkdownText } from "./markdown-tokens.js";
import { fileTable, tableModel, type TableModel } from "./table-model.js";
import { jsonLines, treeModel, type TreeNode } from "./tree-model.js";

/** Highlighted code; `path` is set for files. */
export interface Code {
  readonly lines: readonly (readonly CodePart[])[];
  readonly language: string | undefined;
  readonly path?: string | undefined;
  readonly notes: readonly string[];
}

/** A renderer for each view of an output format. */
export interface ViewRenderers<Output> {
  readonly text: (text: CutText) => Output;
  readonly markdown: (text: MarkdownText) => Output;
  readonly code: (code: Code) => Output;
  readonly diff: (diff: DiffModel) => Output;
  readonly table: (table: TableModel) => Output;
  readonly tree: (tree: TreeNode) => Output;
  readonly image: (image: ImageSource) => Output;
}

/** Renders a value in the view that suits it; falls back to simpler views, finally to JSON. Undefined if hidden. */
export function renderValue<Output>(
  value: AnyResultValue,
  renderers: ViewRenderers<Output>,
  maxHeight?: number,
): Output | undefined {
  const view = inferView(value);
  if (view === "hidden") return undefined;
  // Reading a hostile object may throw; only `treeModel` reads safely.
  try {
    return renderView(view, value, renderers, maxHeight) ?? renderers.code(jsonCode(value, maxHeight));
  } catch {
    return renderers.code(jsonCode(value, maxHeight));
  }
}

/** Renders a value in a view; undefined if the data does not suit it. */
function renderView<Output>(
  view: Exclude<PreferredView, "hidden">,
  value: AnyResultValue,
  renderers: ViewRenderers<Output>,
  maxHeight?: number,
): Output | undefined {
  const { data, display } = value;
  const text = textOf(data);
  const renderTree = (): Output => renderers.tree(treeModel(data, display?.fieldTypes, maxHeight));
  switch (view) {
    case "text":
      return text === undefined ? undefined : renderers.text(cutText(text, maxHeight));
    case "markdown":
      return text === undefined ? undefined : renderers.markdown(markdownTokens(cutText(text, maxHeight)));
    case "diff":
      if (isDataOfKind("diff", data)) return renderers.diff(diffModel(data, maxHeight));
      return text === undefined ? undefined : renderers.code(fileCode(text, value, maxHeight, "diff"));
    case "code":
      return text === undefined ? undefined : renderers.code(fileCode(text, value, maxHeight));
    case "table": {
      if (isDataOfKind("file_list", data)) return renderers.table(fileTable(data, maxHeight));
      const table = tableModel(data, display?.fieldTypes, maxHeight);
      return table === undefined ? renderTree() : renderers.table(table);
    }
    case "tree":
      return renderTree();
    case "image": {
      const image = imageSource(value);
      return image && renderers.image(image);
    }
    case "raw":
      return undefined;
    default:
      return view satisfies never;
  }
}

function textOf(data: unknown): string | undefined {
  const content = isRecord(data) ? (data["content"] ?? data["modified"]) : data;
  return typeof content === "string" ? content : undefined;
}

/** Cuts and highlights code; the first word of `info` is its language. */
export function codeOf(text: string, info?: string, maxHeight?: number): Code {
  const language = info?.split(/\s/, 1)[0] || undefined;
  const { lines, notes } = cutText(text, maxHeight);
  return { lines: highlightLines(lines, language), language, notes };
}

function fileCode(
  text: string,
  { data, display, mimeType }: AnyResultValue,
  maxHeight?: number,
  defaultLanguage?: string,
): Code {
  const { path: field, truncated } = isRecord(data) ? data : {};
  const path = typeof field === "string" ? field : undefined;
  const code = codeOf(text, languageOf(display?.language ?? defaultLanguage, path, mimeType), maxHeight);
  const notes = truncated === true ? ["The tool returned only a part of the file."] : [];
  return { ...code, path, notes: [...code.notes, ...notes] };
}

/** The language to highlight: from the hint, file extension or MIME type. */
function languageOf(hint?: string, path = "", mimeType = ""): string | undefined {
  const extension = /\.([a-z0-9+#]+)$/i.exec(path)?.[1];
  const type = /^(?:text|application)\/(?:x-)?([a-z]+)\s*(?:;|$)/i.exec(mimeType)?.[1];
  return (hint ?? extension ?? type)?.toLowerCase();
}

function jsonCode({ data }: AnyResultValue, maxHeight?: number): Code {
  return codeOf(jsonLines(treeModel(data, undefined, maxHeight)).join("\n"), "json", maxHeight);
}

/** Runs a custom renderer, if there is one for the kind. If it throws, a note is shown. */
export function renderCustomKind<Output, View>(
  renderers: { readonly [kind: string]: (value: AnyResultValue, view: View) => Output } = {},
  value: AnyResultValue,
  view: View,
): { readonly shown?: Output; readonly notes: readonly string[] } {
  const render = Object.hasOwn(renderers, value.kind) ? renderers[value.kind] : undefined;
  if (render === undefined) return { notes: [] };
  try {
    return { shown: render(value, view), notes: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { notes: [`The renderer of '${value.kind}' failed: ${reason}`] };
  }
}
