import type { AnyResultValue } from "@toolkiln/runtime/kinds";
import type { RenderLimits } from "../model/limits.js";
import type { ResultWarning } from "../model/result-frame.js";
import type { Line } from "./styled-text.js";

/** How inline images are sent to a terminal that can show them. */
export type ImageProtocol = "kitty" | "iterm" | "none";

/** Shows the data of one kind as lines. Text in them may hold anything: the printer makes it harmless. */
export type TerminalRenderer = (value: AnyResultValue, view: TerminalView) => readonly Line[] | string;

/** How a result is shown in a terminal. */
export interface TerminalOptions {
  /** Columns. Without it lines are not wrapped and tables take the room they need, as a pipe wants it. */
  readonly width?: number;
  /** Whether to write colours; not unless asked. */
  readonly color?: boolean;
  readonly images?: ImageProtocol;
  /** `auto` puts both sides beside each other from 140 columns. */
  readonly diff?: "auto" | "unified" | "side-by-side";
  /** Show what asks to be collapsed. */
  readonly expand?: boolean;
  /** Number the lines of files; by default when there is a width. */
  readonly lineNumbers?: boolean;
  readonly limits?: Partial<RenderLimits>;
  /** Renderers for kinds of your own, or in place of ours. */
  readonly renderers?: { readonly [kind: string]: TerminalRenderer };
  /** Warnings to show beside those that the result carries. */
  readonly warnings?: readonly ResultWarning[];
}

/** The settings that renderers work with. */
export interface TerminalView {
  readonly width: number;
  readonly color: boolean;
  readonly images: ImageProtocol;
  readonly diff: "unified" | "side-by-side";
  readonly lineNumbers: boolean;
  readonly limits: RenderLimits;
}
