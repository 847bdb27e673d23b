import type { ImageProtocol, TerminalOptions } from "./terminal-options.js";

/** The part of a stream that describes what it is connected to. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Variables of the environment. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/** Options for a stream: width, colours and images of the terminal behind it, plain text when there is none. */
export function detectTerminal(stream: OutputStream, environment: Environment): TerminalOptions {
  const isTerminal = stream.isTTY === true;
  const color = wantsColor(isTerminal, environment);
  if (!isTerminal) return { color, images: "none" };
  // Terminals that were never given a size say 0.
  return { color, width: Math.max(20, stream.columns || 80), images: imagesOf(environment) };
}

function wantsColor(isTerminal: boolean, environment: Environment): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: term } = environment;
  if (no !== undefined && no !== "") return false;
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTerminal && term !== "dumb";
}

function imagesOf(environment: Environment): ImageProtocol {
  const { TERM: term, TERM_PROGRAM: program, TMUX: tmux, STY: screen } = environment;
  // A multiplexer swallows or mangles the sequences of the terminal around it.
  if (tmux !== undefined || screen !== undefined) return "none";
  if (environment["KITTY_WINDOW_ID"] !== undefined || term === "xterm-kitty" || program === "ghostty")
    return "kitty";
  return program === "iTerm.app" || program === "WezTerm" ? "iterm" : "none";
}
