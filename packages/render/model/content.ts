import type { PreferredView } from "@toolkiln/runtime";
import { type AnyResultValue, inferView, isDataOfKind } from "@toolkiln/runtime/kinds";
import { diffModel, type DiffModel } from "./diff-model.js";
import { imageSource, type ImageSource } from "./image-source.js";
import type { RenderLimits } from "./limits.js";
import { isRecord } from "@toolkiln/runtime/json";
import { readField } from "./read-value.js";
import { fileTable, tableModel, type TableModel } from "./table-model.js";
import { jsonLines, treeModel, type TreeNode } from "./tree-model.js";

/** Code to render; `path` is set for files. */
export interface Code {
  readonly text: string;
  readonly language?: string;
  readonly path?: string;
  readonly notes: readonly string[];
}

/** What to render, for every output format: the view and its data. */
export type Content =
  | { readonly view: "text"; readonly text: string }
  | { readonly view: "markdown"; readonly text: string }
  | ({ readonly view: "code" } & Code)
  | { readonly view: "diff"; readonly diff: DiffModel }
  | { readonly view: "table"; readonly table: TableModel }
  | { readonly view: "tree"; readonly tree: TreeNode }
  | { readonly view: "image"; readonly image: ImageSource }
  | { readonly view: "hidden" };

/** Chooses the view of a result; falls back to simpler views, finally to plain JSON. */
export function contentOf(value: AnyResultValue, limits: RenderLimits): Content {
  // Reading a hostile object may throw; only the tree view reads safely.
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
      if (isDataOfKind("file_list", data)) return { view, table: fileTable(data, limits) };
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

/** The language to highlight: from the hint, file extension or MIME type. */
function languageOf(hint?: string, path = "", mimeType = ""): string | undefined {
  const ending = /\.([a-z0-9+#]+)$/i.exec(path)?.[1];
  const type = /^(?:text|application)\/(?:x-)?([a-z]+)\s*(?:;|$)/i.exec(mimeType)?.[1];
  return (hint ?? ending ?? type)?.toLowerCase();
}

function raw({ data }: AnyResultValue, limits: RenderLimits): Content {
  const text = jsonLines(treeModel(data, undefined, limits)).join("\n");
  return { view: "code", text, language: "json", notes: [] };
}

/** Runs a custom renderer. If it throws, a note is shown. */
export function renderOwnKind<Shown, View>(
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
