import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import type { RenderLimits } from "../model/limits.js";
import type { ResultWarning } from "../model/result-frame.js";
import type { Line } from "./styled-text.js";

/** How images are sent to a terminal that can show them. */
export type ImageProtocol = "kitty" | "iterm" | "none";

/** Renders the data of one kind as lines. The printer escapes control characters. */
export type TerminalRenderer = (value: AnyResultValue, view: TerminalView) => readonly Line[] | string;

/** Options of `renderTerminal`. */
export interface TerminalOptions {
  /** Columns. If unset, as for a pipe, lines do not wrap and tables are as wide as needed. */
  readonly width?: number;
  /** Whether to write colours. @default false */
  readonly color?: boolean;
  /** `none` writes a text description. @default "none" */
  readonly images?: ImageProtocol;
  /** `auto` is `side-by-side` from 140 columns. @default "auto" */
  readonly diff?: "auto" | "unified" | "side-by-side";
  /** Expand collapsed results. */
  readonly expand?: boolean;
  readonly limits?: Partial<RenderLimits>;
  /** Renderers for custom kinds, or overrides. */
  readonly renderers?: { readonly [kind: string]: TerminalRenderer };
  /** Warnings to show in addition to the result's. */
  readonly warnings?: readonly ResultWarning[];
}

/** Resolved options for renderers. */
export interface TerminalView {
  readonly width: number;
  readonly diff: "unified" | "side-by-side";
  /** Files have line numbers, except in a pipe. */
  readonly lineNumbers: boolean;
  readonly limits: RenderLimits;
}
