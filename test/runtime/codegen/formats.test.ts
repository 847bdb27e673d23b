import { fullFormats } from "@toolkiln/runtime/codegen/v1";
import { fullFormats as formatsOfAjv } from "ajv-formats/dist/formats.js";
import { describe, expect, it } from "vitest";
import { Random } from "../../generator/support/random.js";

const names = Object.keys(formatsOfAjv) as (keyof typeof formatsOfAjv)[];

/** Texts at the edges of what is a date, a time, an address, a pattern or bytes. */
const texts = [
  "",
  " ",
  "a",
  "0",
  "Z",
  "\n",
  "2020-02-29\n",
  "2020-02-29",
  "2021-02-29",
  "1900-02-29",
  "2000-02-29",
  "0000-02-29",
  "2020-00-10",
  "2020-13-10",
  "2020-04-31",
  "2020-12-31",
  "2020-01-00",
  "2020-1-1",
  "12020-01-01",
  "2020-01-32",
  "12:00:00Z",
  "12:00:00z",
  "12:00:00",
  "24:00:00Z",
  "23:59:60Z",
  "22:59:60Z",
  "23:58:60Z",
  "23:59:61Z",
  "15:59:60-08:00",
  "15:59:60+08:00",
  "00:29:60+00:30",
  "00:59:60+01:00",
  "23:59:60.9Z",
  "12:60:00Z",
  "12:00:00.123+01",
  "12:00:00+0130",
  "12:00:00+24:00",
  "12:00:00-01:60",
  "1:00:00Z",
  "12:00Z",
  "2020-02-29T12:00:00Z",
  "2020-02-29t12:00:00z",
  "2020-02-29 12:00:00Z",
  "2020-02-29T12:00:00",
  "2021-02-29T12:00:00Z",
  "2020-02-29T",
  "T12:00:00Z",
  "2020-02-29T12:00:00ZT",
  "2020-02-29\n12:00:00Z",
  "http://example.com/a?b#c",
  "urn:a:b",
  "mailto:a@b.c",
  "/a/b",
  "//host",
  "a b",
  "http://[::1]/",
  "http:",
  "abc",
  "a:b",
  "https://ex%zzample",
  "[a-z]+",
  "(",
  "\\Z",
  "a\\Z",
  "a\\\\Z",
  "^\\S(|(.|\\n)*\\S)\\Z",
  "aGVsbG8=",
  "aGVsbG8",
  "aGVsbG8=\n",
  "aGVs\n!!!",
  "====",
  "aGVsbG8g",
];
const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const numbers = [0, -0, 1.5, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53, 1e300, NaN, Infinity];

/** What Ajv's standalone code does with a format. */
function useOf(format: unknown): unknown {
  if (format instanceof RegExp) return ["test", format.flags];
  return typeof format === "object" ? ["validate", Reflect.get(Object(format), "type")] : typeof format;
}

function answers(format: unknown): unknown {
  if (format === true) return undefined;
  if (format instanceof RegExp) return [...texts, ...characters].filter((text) => format.test(text));
  const check: unknown = typeof format === "function" ? format : Reflect.get(Object(format), "validate");
  if (typeof check !== "function") return "no check";
  const values = Reflect.get(Object(format), "type") === "number" ? numbers : texts;
  return values.filter((value) => Reflect.apply(check, undefined, [value]));
}

describe("the formats of generated validators", () => {
  it.each(names)("%s agrees with the generator's Ajv", (name) => {
    const [ours, theirs]: unknown[] = [fullFormats[name], formatsOfAjv[name]];
    expect(useOf(ours)).toEqual(useOf(theirs));
    expect(answers(ours)).toEqual(answers(theirs));
  });

  it("have Ajv's patterns, except one that is equivalent", () => {
    const changed = names.filter((name) => {
      const [ours, theirs]: unknown[] = [fullFormats[name], formatsOfAjv[name]];
      return ours instanceof RegExp && theirs instanceof RegExp && ours.source !== theirs.source;
    });
    expect(changed).toEqual(["url"]);
  });

  it("accept the URLs that Ajv's do", () => {
    const random = new Random(1);
    const parts = [
      "a",
      "b1",
      "-",
      ".",
      ".com",
      ":",
      ":80",
      "/",
      "@",
      "10.0.0.1",
      "8.8.8.8",
      " ",
      "\n",
      "ü",
      "?q",
      "#",
    ];
    const found = new Set<boolean>();
    for (let count = 0; count < 50_000; count++) {
      const rest = Array.from({ length: random.integer(1, 7) }, () => random.pick(parts)).join("");
      const text = `${random.pick(["http://", "https://", "ftp://", "a"])}${rest}`;
      const isUrl = Reflect.get(formatsOfAjv, "url") as RegExp;
      const expected = isUrl.test(text);
      found.add(expected);
      expect([text, (fullFormats["url"] as RegExp).test(text)]).toEqual([text, expected]);
    }
    expect(found.size).toBe(2);
  });

  it("have no entry for an unknown name", () => {
    expect(fullFormats["date-tim"]).toBeUndefined();
  });
});
