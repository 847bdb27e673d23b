import { CST, Lexer, LineCounter, Parser } from "yaml";
import type { DiagnosticCode } from "../diagnostics/diagnostic.js";
import { codePointName } from "../diagnostics/code-frame.js";
import { lineStartsOf } from "../diagnostics/apply-fixes.js";
import { readLimits } from "./read-limits.js";

export interface Comment {
  readonly offset: number;
  readonly text: string;
}

/** An error in the text, by offsets; `first`: the first definition of a duplicate key. */
export interface TextProblem {
  readonly code: DiagnosticCode;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly help: string | undefined;
  readonly first?: number;
}

/** The concrete syntax of a file, safe to compose when there are no problems. */
export interface ScannedYaml {
  readonly tokens: readonly CST.Token[];
  readonly comments: readonly Comment[];
  readonly lines: LineCounter;
  readonly problems: readonly TextProblem[];
}

/**
 * Parses the concrete syntax token by token and stops where a limit is exceeded.
 *
 * The composer recurses into collections; a few kilobytes of brackets would overflow the stack. The parser used
 * here keeps an explicit stack, whose size is the depth.
 */
export function scanYaml(text: string): ScannedYaml {
  const lines = new LineCounter();
  lines.lineStarts = lineStartsOf(text);
  const unreadable = tooManyLines(lines) ?? controlCharacter(text);
  if (unreadable) return { tokens: [], comments: [], lines, problems: [unreadable] };
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const comments: Comment[] = [];
  const problems: TextProblem[] = [];
  let offset = 0;
  let parts = 0;
  let documents = 0;
  let previous = "";
  for (const lexeme of new Lexer().lex(text)) {
    // The token after a scalar mark is always content.
    const type = previous === CST.SCALAR ? "content" : CST.tokenType(lexeme);
    previous = lexeme;
    if (type === "comment") comments.push({ offset, text: lexeme });
    const unsupported = type === null ? undefined : unsupportedFeatures[type];
    if (unsupported) {
      const [what, help] = unsupported;
      const message = `${what} are not allowed in a manifest.`;
      problems.push({ code: "TK1007", from: offset, to: offset + lexeme.length, message, help });
      if (problems.length >= readLimits.problems) break;
    }
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === "document") documents++;
    }
    // Two documents are enough for the composer to report the second.
    if (documents > 1) break;
    parts += weightOf(type, lexeme);
    const limit = exceededLimit(parser.stack.length, parts);
    if (limit) {
      problems.push({ ...limit, from: offset, to: offset + 1 });
      break;
    }
    if (type === "content" || !marks.has(lexeme)) offset += lexeme.length;
  }
  if (problems.length === 0 && documents < 2) for (const token of parser.end()) tokens.push(token);
  return { tokens, comments, lines, problems };
}

/** The lexer emits marker characters, which are not in the text, at the start of documents and scalars. */
const marks: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/** Cost of a line or of white space, relative to a key or a value. */
const blankWeight = 0.25;

function weightOf(type: string | null, lexeme: string): number {
  if (type === "space" || type === "newline") return blankWeight;
  const lines = lexeme.length > 1 ? lexeme.split("\n").length - 1 : 0;
  // A plain scalar was counted with the mark before it.
  return (type === "content" ? 0 : 1) + lines * blankWeight;
}

const sharingHelp = "Write the value out where it is used, or share a schema with `$ref`.";
const directive = ["Directives (`%…`)", "Remove the line; manifests are YAML 1.2."] as const;

/** Unsupported YAML features: each can make a file mean something other than what it shows. */
const unsupportedFeatures: Readonly<Record<string, readonly [what: string, help: string] | undefined>> = {
  anchor: ["Anchors (`&name`)", sharingHelp],
  alias: ["Aliases (`*name`)", sharingHelp],
  tag: ["Tags (`!name`)", "Remove the tag; put quotes around a value that has to be text."],
  directive,
  "directive-line": directive,
};

function exceededLimit(depth: number, parts: number): Omit<TextProblem, "from" | "to"> | undefined {
  if (depth > readLimits.depth) {
    const message = `Values are nested more than ${readLimits.depth} levels deep.`;
    return { code: "TK1005", message, help: "Move inner schemas to `$defs` and refer to them with `$ref`." };
  }
  if (parts <= readLimits.parts) return undefined;
  const message = `The file has more than ${readLimits.parts.toLocaleString("en")} YAML tokens.`;
  return { code: "TK1006", message, help: "Split the tool, or shorten its lists." };
}

function tooManyLines({ lineStarts }: LineCounter): TextProblem | undefined {
  const from = lineStarts[readLimits.lines];
  if (from === undefined) return undefined;
  const message = `The file has more than ${readLimits.lines.toLocaleString("en")} lines.`;
  return { code: "TK1006", from, to: from + 1, message, help: "Split the tool, or shorten its texts." };
}

/** Control characters are not YAML, and the lexer uses some of them as its own marks. */
function controlCharacter(text: string): TextProblem | undefined {
  const match = /[^\P{Cc}\t\n\r\u0080-\u009f]|\r(?!\n)/u.exec(text);
  if (match === null) return undefined;
  const name = codePointName(match[0]);
  const [message, remedy] =
    match[0] === "\r"
      ? ["The line ends with a carriage return only; expected LF or CRLF.", "Replace it with LF"]
      : [`The control character ${name} is not allowed in YAML.`, "Remove it"];
  const help = `${remedy}, or write it as \`\\x${name.slice(-2)}\` in double quotes.`;
  return { code: "TK1002", from: match.index, to: match.index + 1, message, help };
}
