import type { JsonObject } from "../model/json-object.js";
import { plainFlow, plainScalar } from "./plain-values.js";

/** Longer files, and deeper ones, are left to the parser that counts what they consist of. */
const longest = 16_384;
const deepest = 20;

/** Text in which every character is what it looks like; tabs, carriage returns and rare blanks are not. */
const usualText = /^[\n -~\u00a1-\u02af\u0370-\u05ff\u2010-\u2027\u2030-\u205e\u20a0-\u2bff\u3041-\u9fff]*$/;

const entry = /^([A-Za-z_$][\w$./-]*):(?: +(.*))?$/;

/**
 * Reads YAML that is written as plainly as most manifests are, in a fraction of the time that a parser of the whole
 * language takes. Undefined for everything else, wrong or right: then the parser has to tell.
 */
export function plainYaml(written: string): JsonObject | undefined {
  if (written.length > longest) return undefined;
  const text = written.replaceAll("\r\n", "\n");
  if (!usualText.test(text) || / (?:\n|$)/.test(text)) return undefined;
  const reader = new PlainReader(text);
  const root = reader.indentation() === 0 ? reader.mapping(0, 0) : undefined;
  return reader.indentation() === undefined ? root : undefined;
}

class PlainReader {
  readonly #lines: string[];
  readonly #endsWithLine: boolean;
  #at = 0;

  constructor(text: string) {
    this.#lines = text.split("\n");
    this.#endsWithLine = text.endsWith("\n");
  }

  /** How far the next line with content is indented; undefined at the end. */
  indentation(): number | undefined {
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? "";
      const indent = line.search(/[^ ]/);
      if (indent >= 0 && line[indent] !== "#") return indent;
    }
    return undefined;
  }

  mapping(indent: number, depth: number): JsonObject | undefined {
    const object: Record<string, unknown> = {};
    for (let next = this.indentation(); next !== undefined && next >= indent; next = this.indentation()) {
      const [, key, rest = ""] = entry.exec(this.#line(indent)) ?? [];
      if (next > indent || key === undefined || key === "__proto__" || Object.hasOwn(object, key))
        return undefined;
      this.#at++;
      const value = this.#value(rest, indent, depth);
      if (value === undefined) return undefined;
      object[key] = value;
    }
    return object;
  }

  #line(indent: number): string {
    return (this.#lines[this.#at] ?? "").slice(indent);
  }

  /** What stands behind a key: on its line, or below it. */
  #value(rest: string, indent: number, depth: number): unknown {
    if (rest === "|" || rest === "|-") return this.#text(indent, rest === "|" ? "\n" : "");
    if (rest !== "" && !rest.startsWith("#")) return this.#onOneLine(rest, indent);
    const next = this.indentation();
    if (next === undefined || depth >= deepest) return undefined;
    if (this.#line(next).startsWith("- ")) return next < indent ? undefined : this.#sequence(next, depth + 1);
    return next > indent ? this.mapping(next, depth + 1) : undefined;
  }

  /** What is indented further than its key would go on with the value. */
  #onOneLine(text: string, indent: number): unknown {
    if ((this.indentation() ?? 0) > indent) return undefined;
    return text.startsWith("{") || text.startsWith("[") ? plainFlow(text) : plainScalar(text);
  }

  #sequence(indent: number, depth: number): unknown[] | undefined {
    const items: unknown[] = [];
    while (this.indentation() === indent && this.#line(indent).startsWith("- ")) {
      const rest = this.#line(indent).slice(1);
      const inner = rest.search(/[^ ]/);
      let item: unknown;
      if (entry.test(rest.slice(inner))) {
        // A mapping that begins beside the dash is indented as far as its first key.
        this.#lines[this.#at] = " ".repeat(indent + 1) + rest;
        item = depth >= deepest ? undefined : this.mapping(indent + 1 + inner, depth + 1);
      } else {
        this.#at++;
        item = this.#onOneLine(rest.slice(inner), indent);
      }
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  /** Lines of text behind `|`. */
  #text(parent: number, end: string): string | undefined {
    const first = this.#lines[this.#at] ?? "";
    const indent = first.search(/[^ ]/);
    if (indent <= parent) return undefined;
    const lines: string[] = [];
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? "";
      const own = line.search(/[^ ]/);
      if (own >= 0 && own < indent) {
        if (own > parent) return undefined;
        break;
      }
      lines.push(line.slice(indent));
    }
    if (this.#at === this.#lines.length && !this.#endsWithLine) return undefined;
    while (lines.at(-1) === "") lines.pop();
    return lines.join("\n") + end;
  }
}
