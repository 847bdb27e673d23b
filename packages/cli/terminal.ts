import { createColors } from "picocolors";

type Colors = ReturnType<typeof createColors>;

let colorWanted: boolean | undefined;

/** Takes `--no-color` into account for everything that is printed from now on. */
export function chooseColor(wanted: boolean | undefined): void {
  colorWanted = wanted === false ? false : undefined;
}

/** The colours of a stream: none outside a terminal, unless the environment forces them. */
export function colorsOf(stream: NodeJS.WriteStream): Colors {
  return createColors(colorWanted ?? wantsColor(stream));
}

function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal(stream) && TERM !== "dumb";
}

/** A pipe has no `isTTY` at all, contrary to its type; undefined would leave the choice to libraries. */
function isTerminal({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}

/** The width of a stream's lines; unlimited outside a terminal. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  // A terminal without a size reports 0.
  return isTerminal(stream) ? stream.columns || 80 : Infinity;
}

/** Whether a continuous integration service runs us. */
function isContinuousIntegration(): boolean {
  const { CI } = process.env;
  return CI !== undefined && CI !== "" && CI !== "0" && CI !== "false";
}

/** Whether a person can be asked. */
export function isInteractive(): boolean {
  return isTerminal(process.stdin) && isTerminal(process.stderr) && !isContinuousIntegration();
}

/** Where questions are asked. A terminal that does not know its size is taken for one of 80 columns. */
export function promptOutput(): NodeJS.WriteStream {
  const { stderr } = process;
  if (stderr.columns === 0) stderr.columns = 80;
  if (stderr.rows === 0) stderr.rows = 24;
  return stderr;
}

/** Whether something that moves may be shown. */
export function isAnimated(): boolean {
  return isTerminal(process.stderr) && process.env["TERM"] !== "dumb" && !isContinuousIntegration();
}
