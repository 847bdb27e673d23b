import { describe, expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { fixManifests } from "../../../generator/fix-manifests.js";
import { memoryHost } from "../../../generator/memory-host.js";

async function fix(text: string): Promise<{ text: string; fixed: number; codes: string[] }> {
  const files = new Map([["manifests/file-read.tool.yaml", text]]);
  const { fixed, diagnostics } = await fixManifests(memoryHost(files), defaultConfig);
  const codes = diagnostics.map(({ code }) => code);
  return { text: files.get("manifests/file-read.tool.yaml") ?? "", fixed, codes };
}

const bad = `# Reads files.
id: file-read   # the id
descripton: Read a text file from the workspace.
category: filesystem
risk:  low
tags: files # one word

schema:
  properties:
    lines:
      type: int       # how many
      # nobody knows why
      default: null
      description: Lines to read.
    size: { type: integer, default: "5", description: Size. }
    mode: { type: string, default: null, description: Mode. }
    kind: { tsType: string, type: string, description: Kind. }
  required: [lines, siz]
result: file-content
`;

const good = `# Reads files.
id: file-read   # the id
description: Read a text file from the workspace.
category: file-system
risk:  low
tags: [files] # one word

schema:
  properties:
    lines:
      type: integer       # how many
      # nobody knows why
      description: Lines to read.
    size: { type: integer, default: 5, description: Size. }
    mode: { type: string, description: Mode. }
    kind: { type: string, description: Kind. }
  required: [lines, "size"]
result: file_content
`;

describe("mending", () => {
  it("changes what is wrong and nothing else: comments, order and spaces stay", async () => {
    expect(await fix(bad)).toEqual({ text: good, fixed: 10, codes: [] });
  });

  it("keeps line endings and the byte order mark", async () => {
    const { text } = await fix(`\ufeff${bad.replaceAll("\n", "\r\n")}`);
    expect(text).toBe(`\ufeff${good.replaceAll("\n", "\r\n")}`);
  });

  it("leaves a good manifest alone", async () => {
    expect(await fix(good)).toEqual({ text: good, fixed: 0, codes: [] });
  });

  it("takes the last pair of a flow mapping and the first of a list item out cleanly", async () => {
    const { text } = await fix(
      good
        .replace("description: Mode. }", "description: Mode., default: null }")
        .replace(
          "result: file_content",
          "rules:\n  - whenSchema:\n      anyOf:\n        - tsType: x\n          type: object\n    risk: high\nresult: file_content",
        ),
    );
    expect(text).toContain("mode: { type: string, description: Mode. }");
    expect(text).toContain("      anyOf:\n        - type: object\n");
  });
});
