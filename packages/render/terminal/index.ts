export {
  renderApproval,
  renderTerminal,
  type TerminalOptions,
  type TerminalRenderer,
} from "./render-terminal.js";
export { detectTerminal } from "./detect-terminal.js";
export type { ImageProtocol } from "./kinds/image.js";
export type { Line, Span, Style } from "./styled-text.js";
export { showHidden } from "../model/hidden-characters.js";
export type { RenderableApproval, RenderableResult } from "../model/result-frame.js";
