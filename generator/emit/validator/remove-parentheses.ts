import { endWith, type Token } from "./rewrite-code.js";

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
