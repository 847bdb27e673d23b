/**
 * Files that are made to exhaust the process that reads them, by what they consist of: a megabyte of each, which is as
 * much as is read of one file.
 *
 * @type {Readonly<Record<string, () => string>>}
 */
export const hostileFiles = {
  "open brackets": () => fill("["),
  "open braces": () => fill("{a: "),
  "brackets within the limit": () => fill(`- ${"[".repeat(50)}${"]".repeat(50)}\n`),
  dashes: () => fill("- "),
  "dashes on lines of their own": () => stairs((indent) => `${indent}-\n`),
  "keys inside keys": () => stairs((indent) => `${indent}a:\n`),
  "question marks": () => fill("? "),
  "question marks on lines of their own": () => fill("?\n"),
  colons: () => fill(": "),
  "colons on lines of their own": () => fill(":\n"),
  commas: () => `[${fill(",")}`,
  "empty strings in a list": () => `[${fill('"",')}]`,
  "words in a list": () => `[${fill("a,")}]`,
  "pairs in a list": () => `[${fill("a: b,")}]`,
  "double quotes": () => fill('"'),
  "single quotes": () => fill("'"),
  "an open double quote": () => `a: "${fill("b")}`,
  "an open double quote over lines": () => `a: "${fill("b\n")}`,
  "an open single quote over lines": () => `a: '${fill("b\n\n")}`,
  "escapes in double quotes": () => `a: "${fill("\\x41")}"`,
  "wrong escapes in double quotes": () => `a: "${fill("\\q")}"`,
  "escaped line ends in double quotes": () => `a: "${fill("\\\n")}"`,
  "spaces in double quotes": () => `a: "${fill(" ")}b"`,
  "spaces and line ends in double quotes": () => `a: "${fill("   \n")}b"`,
  anchors: () => fill("&a "),
  "anchored values": () => lines((index) => `k${index}: &a${index} x`),
  aliases: () => `a: &a x\n${lines((index) => `k${index}: *a`)}`,
  "aliases of aliases": () =>
    `a0: &a0 [x]\n${lines((index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`)}`,
  tags: () => fill("!a "),
  "verbatim tags": () => fill("!<tag:a> "),
  directives: () => fill("%YAML 1.2\n"),
  "document starts": () => fill("---\n"),
  "document ends": () => fill("...\n"),
  "documents with a value": () => fill("--- a\n"),
  comments: () => fill("# a\n"),
  "one long comment": () => `# ${fill("a")}`,
  "indented comments": () => `a:\n${fill("   # b\n")}`,
  "one key many times": () => fill("a: 1\n"),
  "keys without value": () => fill("a:\n"),
  "different keys": () => lines((index) => `k${index}: 1`),
  "different keys in braces": () => `{${lines((index) => `k${index}: 1,`)}}`,
  "a manifest with unknown keys": () => `id: a\n${lines((index) => `k${index}: 1`)}`,
  "properties of a schema": () =>
    `id: a\nschema:\n  properties:\n${lines((index) => `    p${index}: { type: string }`)}`,
  "misspelled keywords": () =>
    `id: a\nschema:\n  properties:\n${lines((index) => `    p${index}: { typ: string }`)}`,
  "values of an enum": () =>
    `id: a\nschema:\n  properties:\n    p:\n      enum:\n${lines((index) => `        - v${index}`)}`,
  "references to each other": () =>
    `id: a\nschema:\n  $defs:\n${lines((index) => `    d${index}: { $ref: "#/$defs/d${index + 1}" }`)}`,
  "names in required": () => `id: a\nschema:\n  required:\n${lines((index) => `    - r${index}`)}`,
  // Those that follow are within what is read, so that all rules look at them.
  "unknown keys, as many as are read": () => `id: a\n${some(10_000, (index) => `k${index}: 1`)}`,
  "properties, as many as are read": () =>
    `id: a\nschema:\n  properties:\n${some(4000, (index) => `    p${index}: { type: string }`)}`,
  "misspelled keywords, as many as are read": () =>
    `id: a\nschema:\n  properties:\n${some(4000, (index) => `    p${index}: { typ: string }`)}`,
  "values of an enum, as many as are read": () =>
    `id: a\nschema:\n  properties:\n    p:\n      enum:\n${some(17_000, (index) => `        - v${index}`)}`,
  "objects in an enum": () =>
    `id: a\nschema:\n  properties:\n    p:\n      enum:\n${some(4000, (index) => `        - { a: ${index} }`)}`,
  "names in required, as many as are read": () =>
    `id: a\nschema:\n  required:\n${some(17_000, (index) => `    - r${index}`)}`,
  "a chain of references": () =>
    `id: a\nschema:\n  properties: { p: { $ref: "#/$defs/d0" } }\n  $defs:\n    d4000: { type: string }\n${some(4000, (index) => `    d${index}: { $ref: "#/$defs/d${index + 1}" }`)}`,
  "references nested in properties": () =>
    `id: a\nschema:\n  properties: { p: { $ref: "#/$defs/d0" } }\n  $defs:\n    d2500: { type: string }\n${some(2500, (index) => `    d${index}: { properties: { p: { $ref: "#/$defs/d${index + 1}" } } }`)}`,
  "references that double": () =>
    `id: a\nschema:\n  properties: { p: { $ref: "#/$defs/d0" } }\n  $defs:\n    d40: { type: string }\n${some(40, (index) => `    d${index}: { properties: { p: { $ref: "#/$defs/d${index + 1}" }, q: { $ref: "#/$defs/d${index + 1}" } } }`)}`,
  "in-place references that double": () =>
    `id: a\nschema:\n  properties: { p: { $ref: "#/$defs/d0", default: 1 } }\n  $defs:\n    d40: { type: string }\n${some(40, (index) => `    d${index}: { anyOf: [{ $ref: "#/$defs/d${index + 1}" }, { $ref: "#/$defs/d${index + 1}" }] }`)}`,
  "wrong defaults": () =>
    `id: a\nschema:\n  properties:\n${some(3000, (index) => `    p${index}: { type: integer, default: "x" }`)}`,
  "catastrophic patterns": () =>
    `id: a\nschema:\n  properties:\n${some(2000, (index) => `    p${index}: { type: string, pattern: "(a+)+${index}$" }`)}`,
  "long alternations in patterns": () =>
    `id: a\nschema:\n  properties:\n${some(50, (index) => `    p${index}: { type: string, pattern: "^(${"a|".repeat(2000)}${index})*$" }`)}`,
  "wrong examples": () =>
    `id: a\ndescription: Read a file of it.\ncategory: custom\nrisk: safe\nresult: text\nexamples:\n${some(3000, (index) => `  - { title: t${index}, params: { p: 1 } }`)}`,
  "rules that match nothing": () =>
    `id: a\nrules:\n${some(3000, (index) => `  - { when: { p${index}: { const: 1 } }, risk: high }`)}`,
  "boolean properties": () => properties(14_000, (index) => `p${index}: true`),
  "described properties": () => properties(3000, (index) => `p${index}: { description: Some text. }`),
  "items within items": () => properties(700, (index) => `p${index}: ${nested(18, "{ items: ", " }", "{}")}`),
  "negations within negations": () =>
    properties(500, (index) => `p${index}: ${nested(25, "{ not: ", " }", "{ default: 1 }")}`),
  "values of an enum, all alike": () => property(`enum:\n${some(19_000, () => "        - same")}`),
  "values of an enum, all of the wrong type": () =>
    property(`type: string\n      enum:\n${some(19_000, (index) => `        - ${index}`)}`),
  "different defaults": () =>
    properties(3000, (index) => `p${index}: { type: integer, minimum: ${index}, default: ${index} }`),
  "different wrong defaults": () =>
    properties(3000, (index) => `p${index}: { type: integer, minimum: ${index}, default: "${index + 1}" }`),
  "defaults beside wrong patterns": () =>
    properties(2000, (index) => `p${index}: { type: string, pattern: "(${index}", default: a }`),
  "defaults inside a default": () =>
    property(
      `default: 1\n      properties:\n${some(3000, (index) => `        p${index}: { default: ${index} }`)}`,
    ),
  "defaults that point at a large schema": () =>
    `${properties(1000, (index) => `p${index}: { $ref: "#/$defs/d", minProperties: ${index}, default: {} }`)}
  $defs:\n    d:\n      properties:\n${some(2000, (index) => `        q${index}: { type: string }`)}`,
  "a catastrophic pattern and a default": () =>
    property(`pattern: "^(a+)+$" # toolkiln-ignore TK3004: a reason\n      default: ${"a".repeat(40)}b`),
  "a catastrophic pattern and an example": () =>
    `${property('patternProperties: { "^(a+)+$": {} }')}
examples: [{ title: t, params: { p: { ${"a".repeat(40)}b: 1 } } }]`,
  "a catastrophic pattern and a rule": () =>
    `${property('pattern: "^(a+)+$"')}\nrules: [{ when: { p: { const: ${"a".repeat(40)}b } }, risk: high }]`,
  "a slow pattern and a long default": () =>
    property(`pattern: "a*c$"\n      default: "${"a".repeat(500_000)}"`),
  "items that have to differ": () =>
    property(`uniqueItems: true\n      default:\n${some(9000, (index) => `        - [${index}]`)}`),
  "alternatives through properties, and a default": () =>
    `${property(`$ref: "#/$defs/d"\n      default: ${nested(40, "{ a: ", " }", "1")}`)}\n${branching("anyOf")}`,
  "alternatives through properties, and an example": () =>
    `${property('$ref: "#/$defs/d"')}\n${branching("oneOf")}
examples: [{ title: t, params: { p: ${nested(40, "{ a: ", " }", "1")} } }]`,
  "parts through properties, and a default": () =>
    `${property(`$ref: "#/$defs/d"\n      default: ${nested(40, "{ a: ", " }", "{}")}`)}\n${branching("allOf")}`,
  "many alternatives, and many items": () =>
    `${property(`items: { anyOf: [${list(600, (index) => `{ const: c${index} }`)}] }`)}
examples:\n  - title: t\n    params:\n      p:\n${some(9000, (index) => `        - ${index}`)}`,
  "alternatives of alternatives": () =>
    property(
      `default: 1\n      anyOf: [${list(700, (index) => `{ anyOf: [{ const: ${index} }, { const: b${index} }] }`)}]`,
    ),
  "references from each to each": () =>
    `${property('$ref: "#/$defs/d0"\n      default: {}')}\n  $defs:\n${some(
      90,
      (index) =>
        `    d${index}: { properties: { ${list(90, (to) => `p${to}: { $ref: "#/$defs/d${to}" }`)} } }`,
    )}`,
  "references in place from each to each": () =>
    `${property('$ref: "#/$defs/d0"')}\n  $defs:\n${some(
      90,
      (index) => `    d${index}: { anyOf: [${list(90, (to) => `{ $ref: "#/$defs/d${to}" }`)}] }`,
    )}`,
  "references to nothing": () =>
    `${properties(2500, (index) => `p${index}: { $ref: "#/$defs/nope${index}" }`)}
  $defs:\n${some(2500, (index) => `    n0pe${index}: {}`)}`,
  "references with the same last name": () =>
    `${properties(2000, (index) => `p${index}: { $ref: "#/$defs/d${index}/properties/same" }`)}
  $defs:\n${some(2000, (index) => `    d${index}: { properties: { same: {} } }`)}`,
  "patterns that take a while": () =>
    properties(3000, (index) => `p${index}: { pattern: "^([a-z]+[0-9]*)+(x|y|z${index})*$" }`),
  "patterns that count": () =>
    properties(1000, (index) => `p${index}: { pattern: "^(a{1,${1000 + index}}b{1,1000}){1,1000}$" }`),
  "patterns of rules": () =>
    `${property("type: string")}
rules:\n${some(2500, (index) => `  - { when: { p: { pattern: "(a+)+${index}$" } }, risk: high }`)}`,
  "rules with misspelled parameters": () =>
    `${properties(2500, (index) => `parameter${index}: {}`)}
rules:\n${some(2000, (index) => `  - { when: { paramter${index}x: { const: 1 } }, risk: high }`)}`,
  "required names that are misspelled": () =>
    `${properties(2500, (index) => `parameter${index}: {}`)}
  required:\n${some(5000, (index) => `    - paramter${index}x`)}`,
  "required names in parts": () =>
    `${properties(2000, (index) => `p${index}: {}`)}
  allOf:\n${some(2000, (index) => `    - { required: [p${index}] }`)}`,
  "placeholders that are misspelled": () =>
    `${properties(2500, (index) => `parameter${index}: {}`)}
executionSummary: "${list(5000, (index) => `{paramter${index}x}`)}"`,
  "keywords of one schema that are none": () =>
    property(some(18_000, (index) => `${index === 0 ? "" : "      "}keyword${index}: 1`)),
  "an example with many wrong parameters": () =>
    `${property("type: string")}
examples:\n  - title: t\n    params:\n${some(18_000, (index) => `      q${index}: 1`)}`,
  "tests with wrong parameters": () =>
    `${property("type: string")}
tests:\n${some(2500, (index) => `  - { title: t${index}, params: { p: ${index} }, expect: { success: true } }`)}`,
  "an angle bracket and spaces": () => `id: a\nname: "<${fill(" ")}x"`,
  "words that might instruct": () =>
    `id: a\ndescription: "${fill("read ignore all your system never ask ")}"`,
  "an ignore comment of spaces": () => `# toolkiln-ignore ${fill(" ")}x:\nid: a`,
  "an ignore comment of codes": () => `# toolkiln-ignore ${fill("TKX018,")}: x\nid: a`,
  "ignore comments, each for a diagnostic": () =>
    `id: a\nschema:\n  properties:\n${some(8000, (index) => `    p${index}: {} # toolkiln-ignore TK2018: x`)}`,
  "confusable names": () => properties(5000, (index) => `р${index}a: {}`),
  "words over many lines": () => fill("a\n"),
  "one long word": () => fill("a"),
  "one long key": () => `${fill("a")}: b`,
  "a long description": () => `id: a\ndescription: ${fill("word ")}`,
  "a folded description": () => `id: a\ndescription: >\n${fill("  word\n")}`,
  "a literal with growing indentation": () =>
    `id: a\ndescription: |\n${stairs((indent) => `  ${indent}a\n`)}`,
  "a long pattern": () =>
    `id: a\nschema:\n  properties:\n    p: { type: string, pattern: "${fill("(a+)+")}" }`,
  "invisible characters": () => `id: a\ndescription: "${fill("\u200b")}"`,
  "confusable characters": () => `id: a\ndescription: "${fill("раypal ")}"`,
  "placeholders of a summary": () => `id: a\nexecutionSummary: "${fill("{a}")}"`,
  "ignore comments": () => `id: a\n${fill("# toolkiln-ignore TK2018: none\n")}`,
  "a long number": () => `a: ${fill("1")}`,
  "long numbers": () => fill(`- ${"9".repeat(400)}\n`),
  spaces: () => fill(" "),
  "spaces and line ends": () => fill(" \n"),
  tabs: () => fill("\t"),
  "tabs before keys": () => fill("\ta: b\n"),
  "line ends": () => fill("\n"),
  "carriage returns": () => fill("\r"),
  "control characters": () => fill("\u0001"),
  "bytes that are not text": () => fill("\u00ff"),
  "block marks": () => fill("|\n"),
  "block marks in a list": () => fill("- |\n"),
  "merge keys": () => fill("<<: 1\n"),
  "names of prototypes": () => fill("__proto__: { constructor: { prototype: 1 } }\n"),
  "closing brackets": () => fill("]"),
  "closing braces": () => fill("}"),
  percent: () => fill("%"),
  "at signs": () => fill("@"),
};

const size = 1_048_000;

function fill(unit) {
  return unit.repeat(Math.floor((size - 1000) / Buffer.byteLength(unit)));
}

function lines(line) {
  const parts = [];
  for (let length = 0, index = 0; length < size - 2000; index++) {
    parts.push(line(index));
    length += Buffer.byteLength(parts.at(-1)) + 1;
  }
  return parts.join("\n");
}

function some(count, line) {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}

function list(count, item) {
  return Array.from({ length: count }, (_, index) => item(index)).join(", ");
}

function nested(depth, open, close, core) {
  return open.repeat(depth) + core + close.repeat(depth);
}

/** A manifest with so many parameters. */
function properties(count, line) {
  return `id: a\nschema:\n  properties:\n${some(count, (index) => `    ${line(index)}`)}`;
}

/** A manifest with one parameter. */
function property(keywords) {
  return `id: a\nschema:\n  properties:\n    p:\n      ${keywords}`;
}

/** A definition that leads to itself in two ways. */
function branching(keyword) {
  const inner = 'type: object, properties: { a: { $ref: "#/$defs/d" } }';
  return `  $defs: { d: { ${keyword}: [{ ${inner} }, { ${inner}, minProperties: 0 }] } }`;
}

function stairs(line) {
  let text = "";
  for (let depth = 0; text.length < size - 3000; depth++) text += line(" ".repeat(depth));
  return text;
}
