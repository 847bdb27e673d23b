import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import type { RenderLimits } from "../model/limits.js";
import type { ResultWarning } from "../model/result-frame.js";
import type { HtmlNode } from "./html-node.js";

/** Shows the data of one kind as nodes. Text in them may hold anything: the printer escapes it. */
export type HtmlRenderer = (value: AnyResultValue, view: HtmlView) => HtmlNode;

/** How a result is shown in a page. */
export interface HtmlOptions {
  /** `load` lets the page fetch images by https; by default they are links, so that showing a result makes no request. */
  readonly remoteImages?: "link" | "load";
  readonly diff?: "unified" | "side-by-side";
  /** Show what asks to be collapsed. */
  readonly expand?: boolean;
  readonly limits?: Partial<RenderLimits>;
  /** Renderers for kinds of your own, or in place of ours. */
  readonly renderers?: { readonly [kind: string]: HtmlRenderer };
  /** Warnings to show beside those that the result carries. */
  readonly warnings?: readonly ResultWarning[];
  /** Begins the names of form fields; set it when one page shows several results. */
  readonly idPrefix?: string;
}

/** The settings that renderers work with. */
export interface HtmlView {
  readonly remoteImages: "link" | "load";
  readonly diff: "unified" | "side-by-side";
  readonly limits: RenderLimits;
  /** A name that no other field of the page has. */
  readonly uniqueName: () => string;
}
