import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import type { RenderLimits } from "../model/limits.js";
import type { ResultWarning } from "../model/result-frame.js";
import type { HtmlNode } from "./html-node.js";

/** Renders the data of one kind as nodes. The printer escapes their text. */
export type HtmlRenderer = (value: AnyResultValue, view: HtmlView) => HtmlNode;

/** Options of `renderHtml`. */
export interface HtmlOptions {
  /** `load` loads images over https; `link` shows links, so a result makes no requests. @default "link" */
  readonly remoteImages?: "link" | "load";
  /** @default "unified" */
  readonly diff?: "unified" | "side-by-side";
  /** Expand collapsed results. */
  readonly expand?: boolean;
  readonly limits?: Partial<RenderLimits>;
  /** Renderers for custom kinds, or overrides. */
  readonly renderers?: { readonly [kind: string]: HtmlRenderer };
  /** Warnings to show in addition to the result's. */
  readonly warnings?: readonly ResultWarning[];
  /** Prefix of input names in sortable tables; must differ between results on one page. @default "tk" */
  readonly idPrefix?: string;
}

/** Resolved options for renderers. */
export interface HtmlView {
  readonly remoteImages: "link" | "load";
  readonly diff: "unified" | "side-by-side";
  /** Returns a unique input name. */
  readonly uniqueName: () => string;
  readonly limits: RenderLimits;
}
