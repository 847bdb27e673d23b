import { cutText } from "./cut-text.js";
import { itemAt, lengthOf, writeJson } from "./json-text.js";
import { toPlainValue } from "./plain-value.js";

export interface FittedJson {
  readonly text: string;
  readonly dropped: number;
}

/**
 * Writes a value as valid JSON of at most `limit` characters: cuts long strings, drops items from the end of lists,
 * keeps small fields of objects and divides the rest among large ones. Notes report what is missing.
 */
export function fitJson(value: unknown, limit: number): FittedJson {
  const fitter = new JsonFitter();
  return { text: fitter.fit(value, limit) ?? "", dropped: fitter.dropped };
}

class JsonFitter {
  dropped = 0;
  readonly #ancestors = new Set<unknown>();

  /** `undefined` when not even a shortened value fits. */
  fit(value: unknown, room: number): string | undefined {
    const whole = writeJson(value, room, this.#ancestors);
    if (whole.length <= room) return whole.text;
    const plain = toPlainValue(value);
    if (room < 2) return undefined;
    if (typeof plain === "string") return fitString(plain, room);
    if (typeof plain !== "object" || plain === null) return undefined;
    this.#ancestors.add(value);
    const text = Array.isArray(plain)
      ? this.#fitItems(plain, room)
      : this.#fitFields(Object.entries(plain), room);
    this.#ancestors.delete(value);
    return text;
  }

  #fitItems(items: readonly unknown[], room: number): string {
    const total = lengthOf(items);
    const noteLength = noteOf(total, total, "items").length;
    const kept: string[] = [];
    let left = room - 2 - noteLength;
    while (kept.length < total) {
      const { text, length } = writeJson(itemAt(items, kept.length), left, this.#ancestors);
      // Each item counts with its comma; the last comma stays unused.
      if (length + 1 > left) break;
      kept.push(text);
      left -= length + 1;
    }
    if (kept.length === 0) {
      const part = this.fit(itemAt(items, 0), left - 1);
      if (part !== undefined) kept.push(part);
    }
    const missing = total - kept.length;
    this.dropped += missing;
    if (missing > 0 && 2 + noteLength <= room) kept.push(noteOf(missing, total, "items"));
    return `[${kept.join(",")}]`;
  }

  #fitFields(fields: readonly (readonly [string, unknown])[], room: number): string {
    const before = this.dropped;
    const kept = this.#shareRoom(fields, room - 2);
    if (kept.length === fields.length) return `{${kept.join(",")}}`;
    this.dropped = before;
    const note = (missing: number): string => `"...":${noteOf(missing, fields.length, "fields")}`;
    const noteLength = note(fields.length).length;
    const fewer = this.#shareRoom(fields, room - 3 - noteLength);
    const missing = fields.length - fewer.length;
    this.dropped += missing;
    if (noteLength + 2 <= room) fewer.push(note(missing));
    return `{${fewer.join(",")}}`;
  }

  /** Keeps small fields whole; their unused share goes to larger fields. */
  #shareRoom(fields: readonly (readonly [string, unknown])[], room: number): string[] {
    // Stop measuring at several shares: such a field is large anyway, and measuring is expensive.
    const enough = Math.min(room, Math.ceil((8 * room) / fields.length));
    const measured = fields.map(([key, value], index) => {
      const { length } = writeJson(value, enough, this.#ancestors);
      return { index, name: `${JSON.stringify(key)}:`, value, length };
    });
    const kept: { index: number; text: string }[] = [];
    let left = room;
    let waiting = measured.length;
    for (const { index, name, value } of measured.toSorted((a, b) => a.length - b.length)) {
      const share = Math.floor(left / waiting--) - name.length - 1;
      const text = this.fit(value, share);
      if (text === undefined) continue;
      kept.push({ index, text: name + text });
      left -= name.length + text.length + 1;
    }
    return kept.toSorted((a, b) => a.index - b.index).map(({ text }) => text);
  }
}

function noteOf(missing: number, total: number, what: string): string {
  return `"... [truncated, ${missing} of ${total} ${what} dropped]"`;
}

function fitString(text: string, room: number): string {
  const full = `... [truncated, total ${text.length} chars]`;
  const note = full.length + 2 <= room ? full : "...".slice(0, room - 2);
  const left = room - 2 - note.length;
  let cut = cutText(text, left);
  for (;;) {
    const over = JSON.stringify(cut).length - 2 - left;
    if (over <= 0) return JSON.stringify(cut + note);
    // An escape has at most six characters, so cut at least this many.
    cut = cutText(cut, cut.length - Math.ceil(over / 6));
  }
}
