/** A token of code, and the white space after it. */
export interface Token {
  readonly text: string;
  readonly space: string;
}

/** The code behind each `$name` of a rule. */
export type Found = ReadonlyMap<string, readonly Token[]>;

interface Match {
  readonly end: number;
  readonly found: Found;
}

/** Returns the new code; undefined leaves the code unchanged. */
type Replacement = (found: Found) => readonly Token[] | undefined;

export interface Rule {
  readonly before: readonly Token[];
  readonly after: Replacement;
}

/** Strings, regular expressions, names and numbers, operators. Ajv writes only double quotes and never divides. */
const tokenPattern =
  /(?:"(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)+\/|[\w$]+|[!=]==?|[<>]=|&&|\|\||\?\?=|\+\+|\S)\s*/g;

export function tokenize(code: string): Token[] {
  return (code.match(tokenPattern) ?? []).map((token) => {
    const text = token.trimEnd();
    // Inside a statement, Ajv breaks lines only between an error's parameters, and indents: join these lines.
    return { text, space: token.endsWith(" ") ? " " : token.slice(text.length) };
  });
}

export function printTokens(tokens: readonly Token[] = []): string {
  return tokens.map(({ text, space }) => text + space).join("");
}

/**
 * A rule that replaces code. In `before`, `$name` matches balanced code up to the rule's next token; a
 * repeated name matches the same code. In `after`, it stands for that code.
 */
export function rule(before: string, after: string | Replacement): Rule {
  if (typeof after !== "string") return { before: tokenize(before), after };
  const template = tokenize(after);
  return { before: tokenize(before), after: () => template };
}

/** Rewrites code from left to right; at each token, the first matching rule applies. */
export function rewrite(code: readonly Token[], rules: readonly Rule[]): Token[] {
  const starts = new Set(rules.map(({ before }) => before[0]?.text));
  const output: Token[] = [];
  let next = 0;
  const apply = ({ before, after }: Rule): boolean => {
    const match = matchAt(code, next, before);
    const template = match && after(match.found);
    if (match === undefined || template === undefined) return false;
    for (const token of template) {
      const known = match.found.get(token.text);
      output.push(...(known ?? [token]));
      if (known !== undefined) endWith(output, token.space);
    }
    endWith(output, code[match.end - 1]?.space);
    next = match.end;
    return true;
  };
  for (let token = code[0]; token !== undefined; token = code[next]) {
    // A name after a dot is a property of the input.
    const isStart = starts.has(token.text) && output.at(-1)?.text !== ".";
    if (isStart && rules.some(apply)) continue;
    output.push(token);
    next++;
  }
  return output;
}

function endWith(tokens: Token[], space = ""): void {
  const last = tokens.pop();
  if (last !== undefined) tokens.push({ text: last.text, space });
}

/** Where the code that matches a pattern from `start` ends, and the code behind each `$name`. */
function matchAt(code: readonly Token[], start: number, pattern: readonly Token[]): Match | undefined {
  // Most attempts fail at the second token, so the map is made late.
  let found: Map<string, readonly Token[]> | undefined;
  let [at, position] = [start, 0];
  for (let part = pattern[0]; part !== undefined; part = pattern[++position]) {
    if (!part.text.startsWith("$")) {
      if (part.text !== code[at]?.text) return undefined;
      at++;
      continue;
    }
    const known = found?.get(part.text);
    const end = known ? at + known.length : endOfExpression(code, at, pattern[position + 1]?.text);
    if (end === undefined) return undefined;
    if (known === undefined) (found ??= new Map()).set(part.text, code.slice(at, end));
    else if (known.some(({ text }, index) => text !== code[at + index]?.text)) return undefined;
    at = end;
  }
  return { end: at, found: found ?? new Map() };
}

const depthChanges = new Map(Object.entries({ "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 }));

/** The position of the next `stop` outside of brackets; undefined if the brackets around the code end before it. */
function endOfExpression(code: readonly Token[], start: number, stop = ""): number | undefined {
  let [at, depth] = [start, 0];
  for (let token = code[at]; token !== undefined && depth >= 0; token = code[++at]) {
    if (depth === 0 && token.text === stop) return at;
    depth += depthChanges.get(token.text) ?? 0;
  }
  return undefined;
}

/** The precedence of tokens; names and all other tokens bind most strongly. */
const levels = ["( ) , ;", "? : = ??=", "||", "&&", "=== !== == !=", "< > <= >=", "+ -", "%", "! typeof"];
const strengths = new Map(
  levels.flatMap((level, strength) => level.split(" ").map((text) => [text, strength] as const)),
);
const associative = new Set([levels.indexOf("||"), levels.indexOf("&&")]);

/** Removes parentheses that do not change the meaning of an expression. */
export function removeParentheses(code: readonly Token[]): Token[] {
  const strengthOf = (index: number): number => strengths.get(code[index]?.text ?? ";") ?? levels.length;
  const output: Token[] = [];
  /** Open parentheses: their positions in the output, and the strengths before and inside of them. */
  const groups: { readonly position: number; readonly before: number; inner: number }[] = [];
  const addInside = (strength: number): void => {
    const group = groups.at(-1);
    if (group !== undefined) group.inner = Math.min(group.inner, strength);
  };
  for (const [index, token] of code.entries()) {
    output.push(token);
    if (token.text === "(")
      groups.push({ position: output.length - 1, before: strengthOf(index - 1), inner: levels.length });
    else if (token.text === ")") {
      const { position = 0, before = 0, inner = 0 } = groups.pop() ?? {};
      const outer = Math.max(before, strengthOf(index + 1));
      if (inner < outer || (inner === outer && !associative.has(inner))) continue;
      output.pop();
      output.splice(position, 1);
      endWith(output, token.space);
      addInside(inner);
    } else addInside(strengthOf(index));
  }
  return output;
}
