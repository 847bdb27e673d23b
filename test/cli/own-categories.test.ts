import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { manifest, project, toolkiln } from "./command-line.js";

const ownSchema = ".toolkiln/manifest.schema.json";
const line = "# yaml-language-server: $schema=../.toolkiln/manifest.schema.json\n";
const billing = manifest("bill").replace("category: custom", "category: billing");

function editorFinding(cwd: string): { status: string; message: string; help?: string } | undefined {
  const { findings } = JSON.parse(toolkiln(["doctor", "--json"], { cwd }).stdout) as {
    findings: { subject: string; status: string; message: string; help?: string }[];
  };
  return findings.find(({ subject }) => subject === "editor");
}

describe("categories of the configuration", () => {
  it("are in the schema that generate writes for editors, and doctor notices when they are not", () => {
    const cwd = project({
      "toolkiln.config.json": `{ "categories": ["billing"] }`,
      "manifests/bill.tool.yaml": line + billing,
    });
    expect(editorFinding(cwd)).toMatchObject({ status: "warning", help: "toolkiln generate writes it." });
    toolkiln(["generate"], { cwd });
    expect(editorFinding(cwd)).toMatchObject({ status: "fine" });
    const schema = JSON.parse(readFileSync(join(cwd, ownSchema), "utf8")) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(parse(billing))).toBe(true);
    expect(validate({ ...(parse(billing) as object), category: "biling" })).toBe(false);

    writeFileSync(join(cwd, "toolkiln.config.json"), `{ "categories": ["billing", "sales"] }`);
    expect(editorFinding(cwd)).toMatchObject({ status: "warning", help: "toolkiln generate writes it." });
    toolkiln(["generate"], { cwd });
    expect(editorFinding(cwd)).toMatchObject({ status: "fine" });

    const other = billing.replace("id: bill", "id: other");
    writeFileSync(join(cwd, "manifests/other.tool.yaml"), line.replace("../.toolkiln/", "../") + other);
    expect(editorFinding(cwd)).toMatchObject({
      status: "warning",
      help: `Let it begin with \`${line.trim()}\`.`,
    });
  });

  it("are in the schema that new and init point editors to", () => {
    const cwd = project({ "toolkiln.config.json": `{ "categories": ["billing"] }` });
    toolkiln(["new", "bill", "--kind", "text", "--category", "billing"], { cwd });
    expect(readFileSync(join(cwd, "manifests/bill.tool.yaml"), "utf8")).toContain(line);
    expect(editorFinding(cwd)).toMatchObject({ status: "fine" });
    rmSync(join(cwd, ".toolkiln"), { recursive: true });
    toolkiln(["init", "--yes"], { cwd });
    expect(readFileSync(join(cwd, ".vscode/settings.json"), "utf8")).toContain(`"./${ownSchema}"`);
    expect(editorFinding(cwd)).toMatchObject({ status: "fine" });
  });
});
