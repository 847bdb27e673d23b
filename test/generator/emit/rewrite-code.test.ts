import { describe, expect, it } from "vitest";
import {
  removeParentheses,
  printTokens,
  rewrite,
  rule,
  tokenize,
} from "../../../generator/emit/validator/rewrite-code.js";

const rewritten = (code: string, before: string, after: string) =>
  printTokens(rewrite(tokenize(code), [rule(before, after)]));

describe("a rule", () => {
  it.each([
    ["f(a, g(b, c));", "f($x, $y)", "h($y, $x)", "h(g(b, c), a);"],
    ["f( a,\nb )", "f($x, $y)", "h($y, $x)", "h(b, a)"],
    ["f(a, a); f(a, b);", "f($x, $x)", "g($x)", "g(a); f(a, b);"],
    ["f(data.a, data.b);", "f($x, $x)", "g($x)", "f(data.a, data.b);"],
    ["data.f(a); f(a);", "f($x)", "g($x)", "data.f(a); g(a);"],
    ['f("f(a)", /f(a)/g);', "f(a)", "b", 'f("f(a)", /f(a)/g);'],
    ['f("a\\")");', "f($x)", "g($x)", 'g("a\\")");'],
    ["if(a || f(b)) c;", "|| f($x)", "", "if(a) c;"],
    ["f(a]; b)", "f($x;)", "g", "f(a]; b)"],
  ])("rewrites %j with the pattern %j and the replacement %j", (code, before, after, expected) => {
    expect(rewritten(code, before, after)).toBe(expected);
  });
});

it.each([
  ["if((a === b) || (!(f(c)))) d;", "if(a === b || !f(c)) d;"],
  ["!(((a === 1) || (a === 2)) || (a === 3))", "!(a === 1 || a === 2 || a === 3)"],
  ["((a || b)) && c", "(a || b) && c"],
  ["(a && b) || c", "a && b || c"],
  ["a - (b - c)", "a - (b - c)"],
  ["!(a % 1) && (x = y)", "!(a % 1) && (x = y)"],
  ["(a ? b : c) || d", "(a ? b : c) || d"],
  ["(vErrors ??= []).push(a)", "(vErrors ??= []).push(a)"],
])("removes parentheses that do not change the meaning: %j", (code, expected) => {
  expect(printTokens(removeParentheses(tokenize(code)))).toBe(expected);
});
