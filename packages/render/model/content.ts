import type { FileListData, PreferredView } from "@toolkiln/runtime";
import { type AnyResultValue, inferView, isDataOfKind } from "@toolkiln/runtime/kinds";
import { languageOf } from "./code-language.js";
import { diffModel, type DiffModel } from "./diff-model.js";
import { imageSource, type ImageSource } from "./image-source.js";
import type { RenderLimits } from "./limits.js";
import { isRecord } from "@toolkiln/runtime/json";
import { readField } from "./read-value.js";
import { tableModel, type TableModel } from "./table-model.js";
import { jsonLines, treeModel, type TreeNode } from "./tree-model.js";

/** Code to be shown; what comes from a file has a path. */
export interface Code {
  readonly text: string;
  readonly language?: string;
  readonly path?: string;
  readonly notes: readonly string[];
}

/** What is to be shown, decided once for every kind of output: the view, and the data in the form that it needs. */
export type Content =
  | { readonly view: "text"; readonly text: string }
  | { readonly view: "markdown"; readonly text: string }
  | ({ readonly view: "code" } & Code)
  | { readonly view: "diff"; readonly diff: DiffModel }
  | { readonly view: "file-list"; readonly list: FileListData }
  | { readonly view: "table"; readonly table: TableModel }
  | { readonly view: "tree"; readonly tree: TreeNode }
  | { readonly view: "image"; readonly image: ImageSource }
  | { readonly view: "hidden" };

/** Chooses the view of a result; data that does not fit it falls to the next simpler one, at last to plain JSON. */
export function contentOf(value: AnyResultValue, limits: RenderLimits): Content {
  // A hostile object may throw while its shape is looked at; the tree alone reads so that none can.
  try {
    return fit(inferView(value), value, limits) ?? raw(value, limits);
  } catch {
    return raw(value, limits);
  }
}

function fit(view: PreferredView, value: AnyResultValue, limits: RenderLimits): Content | undefined {
  const { data, display } = value;
  switch (view) {
    case "text":
    case "markdown": {
      const text = textOf(data);
      return text === undefined ? undefined : { view, text };
    }
    case "code":
      return code(value);
    case "diff":
      return isDataOfKind("diff", data) ? { view, diff: diffModel(data, limits) } : code(value, "diff");
    case "table": {
      if (isDataOfKind("file_list", data)) return { view: "file-list", list: data };
      const table = tableModel(data, display?.fieldTypes, limits);
      return table === undefined ? fit("tree", value, limits) : { view, table };
    }
    case "tree":
      return { view, tree: treeModel(data, display?.fieldTypes, limits) };
    case "image": {
      const image = imageSource(value);
      return image === undefined ? undefined : { view, image };
    }
    case "raw":
      return raw(value, limits);
    case "hidden":
      return { view };
    default:
      return view satisfies never;
  }
}

/** The text in the data: itself, or the field that the well-known kinds keep it in. */
function textOf(data: unknown): string | undefined {
  if (typeof data === "string") return data;
  const content = isRecord(data) ? (readField(data, "content") ?? readField(data, "modified")) : undefined;
  return typeof content === "string" ? content : undefined;
}

function code({ data, display, mimeType }: AnyResultValue, usual?: string): Content | undefined {
  const text = textOf(data);
  if (text === undefined) return undefined;
  const field = isRecord(data) ? readField(data, "path") : undefined;
  const path = typeof field === "string" ? field : undefined;
  const language = languageOf(display?.language ?? usual, path, mimeType);
  const isPart = isRecord(data) && readField(data, "truncated") === true;
  return {
    view: "code",
    text,
    ...(language !== undefined && { language }),
    ...(path !== undefined && { path }),
    notes: isPart ? ["The tool returned only a part of the file."] : [],
  };
}

function raw({ data }: AnyResultValue, limits: RenderLimits): Content {
  const text = jsonLines(treeModel(data, undefined, limits)).join("\n");
  return { view: "code", text, language: "json", notes: [] };
}

/** How each view of content is shown. */
export type ContentViews<Shown, View> = {
  readonly [Name in Content["view"]]: (content: Extract<Content, { view: Name }>, view: View) => Shown;
};

/** Shows content as its own view does. */
export function showContent<Shown, View>(
  content: Content,
  view: View,
  views: ContentViews<Shown, View>,
): Shown {
  // The entry of a view takes the content of that view.
  const show = views[content.view] as (content: Content, view: View) => Shown;
  return show(content, view);
}

/** What a renderer of the caller's gave; nothing when there is none for the kind or it failed. */
export interface OwnRendering<Shown> {
  readonly shown?: Shown;
  readonly notes: readonly string[];
}

/** Asks the caller's renderer of a kind. One that throws costs a note, not the result. */
export function renderOwnKind<Shown, View>(
  renderers: { readonly [kind: string]: (value: AnyResultValue, view: View) => Shown },
  value: AnyResultValue,
  view: View,
): OwnRendering<Shown> {
  const render = Object.hasOwn(renderers, value.kind) ? renderers[value.kind] : undefined;
  if (render === undefined) return { notes: [] };
  try {
    return { shown: render(value, view), notes: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { notes: [`The renderer of '${value.kind}' failed: ${reason}`] };
  }
}
