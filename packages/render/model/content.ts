import type { PreferredView } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import { type AnyResultValue, inferView, isDataOfKind } from "@toolkiln/runtime/kinds";
import { cutText, type CutText } from "./cut-text.js";
import { diffModel, type DiffModel } from "./diff-model.js";
import { highlightLines, type CodePart } from "./highlight.js";
import { imageSource, type ImageSource } from "./image-source.js";
import type { RenderLimits } from "./limits.js";
import { markdownTokens, type MarkdownText } from "./markdown-tokens.js";
import { readField } from "./read-value.js";
import { fileTable, tableModel, type TableModel } from "./table-model.js";
import { jsonLines, treeModel, type TreeNode } from "./tree-model.js";

/** Highlighted code; `path` is set for files. */
export interface Code {
  readonly lines: readonly (readonly CodePart[])[];
  readonly language: string | undefined;
  readonly path?: string | undefined;
  readonly notes: readonly string[];
}

/** The data of each view, for every output format. */
interface Views {
  readonly text: CutText;
  readonly markdown: MarkdownText;
  readonly code: Code;
  readonly diff: DiffModel;
  readonly table: TableModel;
  readonly tree: TreeNode;
  readonly image: ImageSource;
  readonly hidden: undefined;
}

/** What to render: the view and its data. */
export type Content<View extends keyof Views = keyof Views> = {
  [Name in View]: { readonly view: Name; readonly shown: Views[Name] };
}[View];

/** A renderer for each view. */
export type ViewRenderers<Output, Options> = {
  readonly [View in keyof Views]: (shown: Views[View], options: Options) => Output;
};

/** Renders content with the renderer of its view. */
export function renderContent<View extends keyof Views, Output, Options>(
  { view, shown }: Content<View>,
  renderers: ViewRenderers<Output, Options>,
  options: Options,
): Output {
  return renderers[view](shown, options);
}

/** Chooses the view of a result; falls back to simpler views, finally to plain JSON. */
export function contentOf(value: AnyResultValue, limits: RenderLimits): Content {
  // Reading a hostile object may throw; only the tree view reads safely.
  try {
    return contentFor(inferView(value), value, limits) ?? raw(value, limits);
  } catch {
    return raw(value, limits);
  }
}

function contentFor(view: PreferredView, value: AnyResultValue, limits: RenderLimits): Content | undefined {
  const { data, display } = value;
  switch (view) {
    case "text":
    case "markdown": {
      const text = textOf(data);
      if (text === undefined) return undefined;
      const shown = cutText(text, limits);
      return view === "text" ? { view, shown } : { view, shown: markdownTokens(shown) };
    }
    case "code":
      return fileCode(value, limits);
    case "diff":
      return isDataOfKind("diff", data)
        ? { view, shown: diffModel(data, limits) }
        : fileCode(value, limits, "diff");
    case "table": {
      if (isDataOfKind("file_list", data)) return { view, shown: fileTable(data, limits) };
      const shown = tableModel(data, display?.fieldTypes, limits);
      return shown === undefined ? contentFor("tree", value, limits) : { view, shown };
    }
    case "tree":
      return { view, shown: treeModel(data, display?.fieldTypes, limits) };
    case "image": {
      const shown = imageSource(value);
      return shown && { view, shown };
    }
    case "raw":
      return raw(value, limits);
    case "hidden":
      return { view, shown: undefined };
    default:
      return view satisfies never;
  }
}

function textOf(data: unknown): string | undefined {
  if (typeof data === "string") return data;
  const content = isRecord(data) ? (readField(data, "content") ?? readField(data, "modified")) : undefined;
  return typeof content === "string" ? content : undefined;
}

/** Cuts and highlights code; the first word of `info` is its language. */
export function codeOf(text: string, info: string | undefined, limits: RenderLimits): Code {
  const language = info?.split(/\s/, 1)[0] || undefined;
  const { lines, notes } = cutText(text, limits);
  return { lines: highlightLines(lines, language), language, notes };
}

function fileCode(
  { data, display, mimeType }: AnyResultValue,
  limits: RenderLimits,
  defaultLanguage?: string,
): Content | undefined {
  const text = textOf(data);
  if (text === undefined) return undefined;
  const field = isRecord(data) ? readField(data, "path") : undefined;
  const path = typeof field === "string" ? field : undefined;
  const code = codeOf(text, languageOf(display?.language ?? defaultLanguage, path, mimeType), limits);
  const isPart = isRecord(data) && readField(data, "truncated") === true;
  const notes = isPart ? [...code.notes, "The tool returned only a part of the file."] : code.notes;
  return { view: "code", shown: { ...code, path, notes } };
}

/** The language to highlight: from the hint, file extension or MIME type. */
function languageOf(hint?: string, path = "", mimeType = ""): string | undefined {
  const extension = /\.([a-z0-9+#]+)$/i.exec(path)?.[1];
  const type = /^(?:text|application)\/(?:x-)?([a-z]+)\s*(?:;|$)/i.exec(mimeType)?.[1];
  return (hint ?? extension ?? type)?.toLowerCase();
}

function raw({ data }: AnyResultValue, limits: RenderLimits): Content {
  const text = jsonLines(treeModel(data, undefined, limits)).join("\n");
  return { view: "code", shown: codeOf(text, "json", limits) };
}

/** Runs a custom renderer. If it throws, a note is shown. */
export function renderCustomKind<Shown, View>(
  renderers: { readonly [kind: string]: (value: AnyResultValue, view: View) => Shown },
  value: AnyResultValue,
  view: View,
): { readonly shown?: Shown; readonly notes: readonly string[] } {
  const render = Object.hasOwn(renderers, value.kind) ? renderers[value.kind] : undefined;
  if (render === undefined) return { notes: [] };
  try {
    return { shown: render(value, view), notes: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { notes: [`The renderer of '${value.kind}' failed: ${reason}`] };
  }
}
