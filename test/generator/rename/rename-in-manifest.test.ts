import { expect, it } from "vitest";
import { ManifestSource } from "../../../generator/read/manifest-source.js";
import { parseSource } from "../../../generator/read/parse-source.js";
import { parameterEdits, idEdits } from "../../../generator/rename/rename-in-manifest.js";
import { applyEdits } from "../../../generator/rename/rename-plan.js";

function sourceOf(text: string): ManifestSource {
  const source = parseSource("a.tool.yaml", new TextEncoder().encode(text));
  if (!(source instanceof ManifestSource)) throw new Error("The manifest does not parse.");
  return source;
}

it("adds an old name to block lists of old names", () => {
  const tool = "id: b\nrenamedFrom:\n  - a\nrisk: safe\n";
  expect(applyEdits(tool, idEdits(sourceOf(tool), "b", "c"))).toMatch(
    /^id: c\nrenamedFrom:\s+\[a, b\]\nrisk: safe\n$/,
  );
  const parameter =
    "schema:\n  properties:\n    two:\n      x-renamed-from:\n        - one\n      type: string\n";
  const { value } = sourceOf(
    applyEdits(parameter, parameterEdits(sourceOf(parameter), { id: "tool", parameter: "two", to: "three" })),
  );
  expect(value).toEqual({
    schema: { properties: { three: { "x-renamed-from": ["one", "two"], type: "string" } } },
  });
});

it("changes names that derive from the id, and keeps others", () => {
  const text = "id: file-read\nwireName: file_read\nname: My Reader\n";
  expect(applyEdits(text, idEdits(sourceOf(text), "file-read", "file-open"))).toBe(
    "id: file-open\nrenamedFrom: [file-read]\nwireName: file_open\nname: My Reader\n",
  );
});

it("quotes names that YAML would read as other values", () => {
  const tool = "id: 'true'\nwireName: true_\n";
  expect(applyEdits(tool, idEdits(sourceOf(tool), "true", "null"))).toBe(
    `id: 'null'\nrenamedFrom: ["true"]\nwireName: true_\n`,
  );
  const parameter =
    "schema:\n  properties:\n    a b: { type: string }\n    '1': {}\n  required: [a b, '1']\n";
  const renamed = applyEdits(
    parameter,
    parameterEdits(sourceOf(parameter), { id: "tool", parameter: "a b", to: "null" }),
  );
  expect(renamed).toContain(`"null": { x-renamed-from: a b, type: string }`);
  expect(renamed).toContain(`required: ["null", '1']`);
  expect(
    applyEdits(parameter, parameterEdits(sourceOf(parameter), { id: "tool", parameter: "1", to: "one" })),
  ).toContain(`one: { x-renamed-from: "1",}`);
});

it("keeps line breaks of Windows", () => {
  const tool = "id: b\r\nschema:\r\n  properties:\r\n    two:\r\n      type: string\r\n";
  const names = [
    ...idEdits(sourceOf(tool), "b", "c"),
    ...parameterEdits(sourceOf(tool), { id: "tool", parameter: "two", to: "three" }),
  ];
  expect(applyEdits(tool, names)).toBe(
    "id: c\r\nrenamedFrom: [b]\r\nschema:\r\n  properties:\r\n    three:\r\n      x-renamed-from: two\r\n      type: string\r\n",
  );
});

it("removes a regained name from the old names of a parameter", () => {
  const text = "schema:\n  properties:\n    two: { x-renamed-from: one, type: string }\n";
  expect(
    applyEdits(text, parameterEdits(sourceOf(text), { id: "tool", parameter: "two", to: "one" })),
  ).toContain("one: { x-renamed-from: [two], type: string }");
});

it("renames a parameter in every subschema of all parameters, but not in nested objects", () => {
  const schemas = (name: string): string => `
    not: { required: [${name}] }
    oneOf: [{ required: [${name}] }, { properties: { ${name}: false, other: { properties: { url: {} } } } }]
    if: { allOf: [{ properties: { ${name}: { const: a } } }] }
    then: { dependentRequired: { ${name}: [other] } }
    dependentSchemas: { ${name}: { required: [other] }, other: { anyOf: [{ required: [${name}] }] } }`;
  const manifest = (name: string, old = ""): string => `schema:
    properties: { ${name}: {${old} type: string }, other: { required: [url], oneOf: [{ required: [url] }] } }${schemas(name)}
rules:
  - risk: high
    whenSchema:${schemas(name).replaceAll("\n", "\n    ")}
`;
  const text = manifest("url");
  expect(
    applyEdits(text, parameterEdits(sourceOf(text), { id: "tool", parameter: "url", to: "address" })),
  ).toBe(manifest("address", " x-renamed-from: url,"));
});
