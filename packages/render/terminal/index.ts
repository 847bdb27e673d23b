export { renderApproval, renderTerminal } from "./render-terminal.js";
export { detectTerminal, type Environment, type OutputStream } from "./detect-terminal.js";
export type { ImageProtocol, TerminalOptions, TerminalRenderer, TerminalView } from "./terminal-options.js";
export type { Line, Span, Style } from "./styled-text.js";
export { showHidden } from "../model/hidden-characters.js";
export type { RenderLimits } from "../model/limits.js";
export type { RenderableApproval, RenderableResult, ResultWarning } from "../model/result-frame.js";
