import type { ImageProtocol } from "./kinds/image.js";
import type { TerminalOptions } from "./render-terminal.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Detects the width, colours and image support of a terminal; for other streams, only whether to use colours. */
export function detectTerminal(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: Environment,
): TerminalOptions {
  const isTerminal = stream.isTTY === true;
  const color = wantsColor(isTerminal, environment);
  if (!isTerminal) return { color };
  // Terminals without a size report 0.
  return { color, width: Math.max(20, stream.columns || 80), images: imagesOf(environment) };
}

function wantsColor(isTerminal: boolean, environment: Environment): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: term } = environment;
  if (no !== undefined && no !== "") return false;
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTerminal && term !== "dumb";
}

function imagesOf({ TERM, TERM_PROGRAM, KITTY_WINDOW_ID, TMUX, STY }: Environment): ImageProtocol {
  // tmux and screen break image sequences.
  if (TMUX !== undefined || STY !== undefined) return "none";
  if (KITTY_WINDOW_ID !== undefined || TERM === "xterm-kitty" || TERM_PROGRAM === "ghostty") return "kitty";
  return TERM_PROGRAM === "iTerm.app" || TERM_PROGRAM === "WezTerm" ? "iterm" : "none";
}
