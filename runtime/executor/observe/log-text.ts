import { oneLine } from "../../result/log-summary.js";

/** Escapes control, bidirectional, invisible and line-breaking characters in text from models and tools. */
export function visibleText(text: string, maxLength: number): string {
  // Cut first, so that a huge value costs no more than its visible part.
  const cut = text.length > maxLength;
  const visible = (cut ? text.slice(0, maxLength) : text).replaceAll(
    /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  );
  return cut ? `${visible}…` : visible;
}

/** Maximum cause depth: causes can be cyclic. */
const maxCauses = 5;

/** Where something was thrown, in one line: its stack frames, then those of its causes; empty if unknown. */
export function thrownAt(thrown: unknown): string {
  try {
    const stacks: string[] = [];
    for (let error = thrown; stacks.length < maxCauses && isErrorLike(error); error = error.cause) {
      const { stack, message } = error;
      // The result already contains the message.
      stacks.push(stacks.length === 0 ? stack.slice(stack.indexOf(message) + message.length) : stack);
    }
    return oneLine(stacks.join("\ncaused by "));
  } catch {
    // Custom errors may throw when they are read.
    return "";
  }
}

interface ErrorLike {
  readonly stack: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** Duck typing: `instanceof` fails for errors of another realm. */
function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== "object" || value === null) return false;
  const { stack, message } = value as Partial<Record<keyof ErrorLike, unknown>>;
  return typeof stack === "string" && typeof message === "string" && stack.includes(message);
}
