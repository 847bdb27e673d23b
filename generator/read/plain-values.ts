const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;
const fraction = /^-?(?:0|[1-9]\d{0,8})\.\d{1,6}$/;
const duration = /^\d{1,9}(?:ms|s|m|h)$/;
/** Words that YAML, or some version of it, takes for something else than text. */
const otherWords = /^(?:null|true|false)$/i;

/** What may stand in quotes, and behind a value. */
const quoted = /^("(?:[^"\\]|\\[nt"\\/])*"|'[^']*')(?: +#.*)?$/;
const comment = / +#.*/y;

/** A value without quotes, or in quotes with the usual escapes; undefined when only a parser can tell. */
export function plainScalar(text: string): string | number | boolean | undefined {
  const inQuotes = quoted.exec(text)?.[1];
  if (inQuotes !== undefined) return withoutQuotes(inQuotes);
  const end = text.indexOf(" #");
  return unquoted(end < 0 ? text : text.slice(0, end).trimEnd());
}

/** The usual escapes mean the same in JSON; in single quotes there are none. */
function withoutQuotes(text: string): string {
  const isEscaped = text.startsWith('"') && text.includes("\\");
  return isEscaped ? (JSON.parse(text) as string) : text.slice(1, -1);
}

function unquoted(text: string): string | number | boolean | undefined {
  if (/: |:$/.test(text)) return undefined;
  if (/^[A-Za-z_(/]/.test(text)) {
    if (text === "true" || text === "false") return text === "true";
    return otherWords.test(text) ? undefined : text;
  }
  if (wholeNumber.test(text) || fraction.test(text)) return Number(text);
  return duration.test(text) ? text : undefined;
}

/** A list or mapping in brackets, on one line; undefined when only a parser can tell. */
export function plainFlow(text: string): unknown {
  const reader = new FlowReader(text);
  const value = reader.value(0);
  return reader.isAtEnd() ? value : undefined;
}

const deepest = 20;

class FlowReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether nothing is left but a comment. */
  isAtEnd(): boolean {
    this.#take(comment);
    return this.#at === this.#text.length;
  }

  value(depth: number): unknown {
    if (depth > deepest) return undefined;
    if (this.#take(/\{ */y) !== undefined) return this.#mapping(depth);
    if (this.#take(/\[ */y) !== undefined) return this.#sequence(depth);
    const quoted = this.#take(/"(?:[^"\\]|\\[nt"\\/])*"|'[^']*'(?!')/y);
    if (quoted !== undefined) return withoutQuotes(quoted);
    const scalar = this.#take(/[^,[\]{}:#"' ][^,[\]{}:#]*/y)?.trimEnd();
    return scalar === undefined ? undefined : unquoted(scalar);
  }

  #mapping(depth: number): unknown {
    const object: Record<string, unknown> = {};
    if (this.#take(/\}/y) !== undefined) return object;
    do {
      const key = this.#take(/[A-Za-z_$][\w$./-]*(?=: )/y);
      if (key === undefined || key === "__proto__" || Object.hasOwn(object, key)) return undefined;
      this.#take(/: +/y);
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      object[key] = value;
    } while (this.#take(/ *, +/y) !== undefined);
    return this.#take(/ *\}/y) === undefined ? undefined : object;
  }

  #sequence(depth: number): unknown {
    const items: unknown[] = [];
    if (this.#take(/\]/y) !== undefined) return items;
    do {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.#take(/ *, +/y) !== undefined);
    return this.#take(/ *\]/y) === undefined ? undefined : items;
  }

  /** Takes what matches here; undefined when nothing does. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }
}
