import { findTarget } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { memoryHost } from "../../../generator/host.js";
import {
  referenceMark,
  renderReference,
  sinceOf,
  staleReference,
} from "../../../generator/reference/index.js";
import { actingInPage } from "../../render/acting-text.js";
import { markupAttacks } from "../../render/hostile-text.js";

const spec: ToolSpec = {
  id: "file-read",
  wireName: "file_read",
  name: "Read File",
  description: "Read a file. Use it before `file-write`.",
  category: "file-system",
  risk: "low",
  kind: "file.lines",
  executionSummary: "Read {path}",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "The file." },
      mode: { enum: ["text", "bytes"], default: "text" },
      filter: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
    },
    required: ["path"],
    additionalProperties: false,
  },
  result: { dataSchema: { type: "object", properties: { lines: { type: "integer" } }, required: ["lines"] } },
  rules: [{ when: { properties: { path: { pattern: "env" } }, required: ["path"] }, risk: "high" }],
  examples: [{ title: "The readme", params: { path: "README.md" } }],
  renamedFrom: ["read-file"],
};
const targets = [findTarget("anthropic"), findTarget({ provider: "openai", strict: true })];

function render(specs: readonly ToolSpec[]): ReadonlyMap<string, string> {
  return renderReference(specs, { targets });
}

describe("the tool reference", () => {
  it("has a page for each tool, an index by category, one HTML page and an index for models", () => {
    const files = render([spec, { ...spec, id: "git-log", category: "git" }]);
    expect([...files.keys()].toSorted()).toEqual([
      "index.html",
      "index.md",
      "llms.txt",
      "tools/file-read.md",
      "tools/git-log.md",
    ]);
    expect(files.get("index.md")).toContain(
      "## file-system\n\n- [file-read](tools/file-read.md): Read a file. (low)\n\n## git\n",
    );
    expect(files.get("llms.txt")).toMatch(
      /^# Tools\n\n> .+\n\n## file-system\n\n- \[file-read\]\(tools\/file-read\.md\): Read a file\.\n/,
    );
  });

  it("shows parameters with their limits, rules with their effect, results, examples and losses", () => {
    const page = render([spec]).get("tools/file-read.md") ?? "";
    expect(page).toContain("| `path` | string | required | The file. Not empty. |");
    expect(page).toContain(
      String.raw`| ${"`mode`"} | "text" \| "bytes" | optional | Default: ${'`"text"`'}. |`,
    );
    expect(page).toContain(String.raw`| ${"`filter.tags`"} | string\[\] | optional |`);
    expect(page).toContain(
      "- The risk is low: calls run without approval. The approval request shows `Read {path}`.",
    );
    expect(page).toContain(
      "- When `path` matches `env`: the risk rises to high, so the call needs approval.",
    );
    expect(page).toContain("| `lines` | integer | required |");
    expect(page).toContain('```json\n{"path":"README.md"}\n```');
    expect(page).toMatch(
      /\| openai \(strict\) \| `file_read` \| about \d+ \| Not enforced by the provider: `minLength`/,
    );
    expect(page).toContain("- Former ids: `read-file`");
  });

  it("shows where a schema requires a fallback, and why", () => {
    const odd = { ...spec, inputSchema: { ...spec.inputSchema, properties: { path: { enum: [{ a: 1 }] } } } };
    const gemini = findTarget({ provider: "gemini", schema: "parameters" });
    const files = renderReference([odd], { targets: [...targets, gemini] });
    const reason = "`/properties/path`: its values cannot be sent as `enum` or `const`.";
    expect(files.get("tools/file-read.md")).toMatch(
      new RegExp(`openai .strict.*Not strict: ${reason}.*\n.*gemini.*Uses a fallback: ${reason}`),
    );
  });

  it("describes a simple condition in words, and shows the schema of others", () => {
    const alternatives = { anyOf: [{ required: ["path"] }, { properties: { mode: { pattern: "`<b>``" } } }] };
    const rules = [
      { when: { required: ["path", "mode"], properties: { mode: { const: "bytes" } } }, risk: "high" },
      { when: alternatives, warn: { code: "odd", message: "Odd." } },
      { when: { properties: { path: { minLength: 9 } } }, warn: { code: "long", message: "Long." } },
      { when: { properties: { size: { minimum: 9 } } }, warn: { code: "large", message: "Large." } },
    ] as const;
    const page = render([{ ...spec, rules }]).get("tools/file-read.md") ?? "";
    expect(page).toContain('- When `path` is given and `mode` is "bytes": the risk rises to high');
    expect(page).toContain(
      `- When the parameters match \`\`\` ${JSON.stringify(alternatives)} \`\`\`: Warning: Odd.`,
    );
    expect(page).toContain("- When `path` has at least 9 characters: Warning: Long.");
    expect(page).toContain("- When `size` is at least 9: Warning: Large.");
  });

  it.each([
    [{ uniqueItems: true, description: "Different." }, "has unique items"],
    [{ format: "email" }, "has format email"],
    [{ contains: { const: "x" } }, 'matches `{"contains":{"const":"x"}}`'],
    [{ not: { pattern: "^a" }, minLength: 1 }, 'matches `{"not":{"pattern":"^a"},"minLength":1}`'],
    [{ properties: { a: { const: 1 } } }, 'matches `{"properties":{"a":{"const":1}}}`'],
    [
      { allOf: [{ minItems: 1 }, { items: { const: 1 } }] },
      'matches `{"minItems":1}` and `{"items":{"const":1}}`',
    ],
  ])("shows the whole condition %j of a parameter", (path, text) => {
    const rules = [{ when: { properties: { path } }, risk: "high" }] as const;
    expect(render([{ ...spec, rules }]).get("tools/file-read.md")).toContain(
      `- When \`path\` ${text}: the risk`,
    );
  });

  it("lists the properties of `allOf` in its order, with the first description", () => {
    const inputSchema: ToolSpec["inputSchema"] = {
      type: "object",
      allOf: [
        {
          properties: {
            one: { allOf: [{ type: "string", description: "First." }, { description: "Last." }] },
          },
        },
        { properties: { two: { type: "string" } } },
      ],
    };
    const page = render([{ ...spec, inputSchema }]).get("tools/file-read.md") ?? "";
    expect(page.match(/^\| `(?:one|two)`.*$/gm)).toEqual([
      expect.stringContaining("First."),
      expect.stringContaining("`two`"),
    ]);
  });

  it("omits the description column when no field has one", () => {
    const page = render([spec]).get("tools/file-read.md") ?? "";
    expect(page).toContain("| Field | Type |  |\n| --- | --- | --- |\n| `lines` | integer | required |\n");
  });

  it.each(markupAttacks)("escapes text of a manifest in the page: %j", (attack) => {
    const hostile: ToolSpec = {
      ...spec,
      name: attack,
      description: attack,
      category: attack,
      tags: [attack],
      executionSummary: attack,
      inputSchema: {
        type: "object",
        properties: { [attack]: { type: "string", description: attack, default: attack } },
      },
      examples: [{ title: attack, params: { path: attack } }],
    };
    const files = render([hostile]);
    // In Markdown, "<" is markup only outside of code spans.
    const withoutCode = (text: string): string => text.replaceAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, "");
    for (const path of ["index.md", "llms.txt", "tools/file-read.md"])
      expect(withoutCode(files.get(path) ?? "").replace(/^<!-- .* -->/, "")).not.toMatch(
        /(?<!\\)<|[^\\]\]\(javascript/,
      );
    const html = files.get("index.html") ?? "";
    const ours = html
      .replaceAll(/<a href="#category:\d+">/g, "")
      .replace(/<head>.*?<\/head>/s, "")
      .replace(/<script>[^<]*<\/script><\/body>/, "");
    expect(actingInPage(ours)).toEqual([]);
    expect(ours).not.toContain("<script");
  });

  it("is stale when a page differs, is missing or belongs to a removed tool", async () => {
    const files = new Map([...render([spec])].map(([path, text]) => [`docs/${path}`, text]));
    const host = memoryHost(files);
    expect(await staleReference(host, "docs", render([spec]))).toEqual([]);
    files.set("docs/tools/old.md", `${referenceMark}. Do not edit. -->\n`);
    files.set("docs/tools/own.md", "Mine.\n");
    files.delete("docs/llms.txt");
    const stale = await staleReference(host, "docs", render([{ ...spec, risk: "high" }]));
    expect(stale.map(({ code, file }) => `${code} ${file}`).toSorted()).toEqual([
      "TK6001 docs/index.html",
      "TK6001 docs/index.md",
      "TK6001 docs/tools/file-read.md",
      "TK6002 docs/llms.txt",
      "TK6003 docs/tools/old.md",
    ]);
  });

  it("stores the version that it is compared with", () => {
    const changes = [{ tool: "file-read", message: "`limit`: maximum lowered from 500 to 100." }];
    const files = renderReference([spec], { targets, since: "../old version.1", changes });
    expect(sinceOf(files.get("index.md") ?? "")).toBe("../old version.1");
    expect(files.get("tools/file-read.md")).toContain(
      "## Changes since ../old version.1\n\n- `limit`: maximum lowered from 500 to 100.",
    );
  });
});
