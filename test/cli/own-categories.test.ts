import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { manifest, project, toolkiln, toolkilnHere } from "./command-line.js";

const ownSchema = ".toolkiln/manifest.schema.json";
const line = "# yaml-language-server: $schema=../.toolkiln/manifest.schema.json\n";
const billing = manifest("bill").replace("category: custom", "category: billing");

function editorCheck(cwd: string): { status: string; message: string; help?: string } | undefined {
  // In a separate process: doctor imports the built runtime, whose coverage would be mixed with that of the sources.
  const { checks } = JSON.parse(toolkiln(["doctor", "--json"], { cwd }).stdout) as {
    checks: { subject: string; status: string; message: string; help?: string }[];
  };
  return checks.find(({ subject }) => subject === "editor");
}

describe("categories of the configuration", () => {
  it("are in the schema that generate writes for editors; doctor reports when they are not", async () => {
    const cwd = project({
      "toolkiln.config.json": `{ "categories": ["billing"] }`,
      "manifests/bill.tool.yaml": line + billing,
    });
    expect(editorCheck(cwd)).toMatchObject({ status: "warning", help: "toolkiln generate writes it." });
    await toolkilnHere(["generate"], { cwd });
    expect(editorCheck(cwd)).toMatchObject({ status: "ok" });
    const schema = JSON.parse(readFileSync(join(cwd, ownSchema), "utf8")) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(parse(billing))).toBe(true);
    expect(validate({ ...(parse(billing) as object), category: "biling" })).toBe(false);

    writeFileSync(join(cwd, "toolkiln.config.json"), `{ "categories": ["billing", "sales"] }`);
    expect(editorCheck(cwd)).toMatchObject({ status: "warning", help: "toolkiln generate writes it." });
    await toolkilnHere(["generate"], { cwd });
    expect(editorCheck(cwd)).toMatchObject({ status: "ok" });

    const other = billing.replace("id: bill", "id: other");
    writeFileSync(join(cwd, "manifests/other.tool.yaml"), line.replace("../.toolkiln/", "../") + other);
    expect(editorCheck(cwd)).toMatchObject({
      status: "warning",
      message: "Editors find no schema for some manifests.",
    });
  });

  it("are in the schema that new and init configure for editors", async () => {
    const cwd = project({ "toolkiln.config.json": `{ "categories": ["billing"] }` });
    await toolkilnHere(["new", "bill", "--kind", "text", "--category", "billing"], { cwd });
    expect(readFileSync(join(cwd, "manifests/bill.tool.yaml"), "utf8")).toContain(line);
    expect(editorCheck(cwd)).toMatchObject({ status: "ok" });
    rmSync(join(cwd, ".toolkiln"), { recursive: true });
    await toolkilnHere(["init", "--yes"], { cwd });
    expect(readFileSync(join(cwd, ".vscode/settings.json"), "utf8")).toContain(`"./${ownSchema}"`);
    expect(editorCheck(cwd)).toMatchObject({ status: "ok" });
  });

  it("make init remove the package's schema from the editor settings, even if the settings already have the project's schema", async () => {
    const own = { [`./${ownSchema}`]: ["manifests/**/*.tool.yaml"] };
    const packaged = { "./node_modules/toolkiln/schema/manifest.json": ["manifests/**/*.tool.yaml"] };
    const cwd = project({
      "toolkiln.config.json": `{ "categories": ["billing"] }`,
      "manifests/bill.tool.yaml": line + billing,
      ".vscode/settings.json": JSON.stringify({ "yaml.schemas": { ...packaged, ...own } }),
    });
    const { stderr } = await toolkilnHere(["init", "--yes"], { cwd });
    expect(stderr).toContain(
      '.vscode/settings.json   remove `"./node_modules/toolkiln/schema/manifest.json"` in yaml.schemas\n',
    );
    const settings = readFileSync(join(cwd, ".vscode/settings.json"), "utf8");
    expect(JSON.parse(settings)).toEqual({ "yaml.schemas": own });
  });
});
