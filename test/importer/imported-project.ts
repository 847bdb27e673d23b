import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { analyze, generate, nodeHost, type Diagnostic } from "@toolkiln/generator";
import { defaultConfig } from "@toolkiln/generator/config";
import { formatManifest } from "@toolkiln/generator/format";
import { planImport, writeImport, type ImportPlan, type ImportRequest } from "@toolkiln/importer";
import { loadRegistry } from "@toolkiln/project";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { parse } from "yaml";
import { scratchFolder } from "../support/repository.js";

/** A request without the folder that its location is relative to. */
type Request = ImportRequest extends infer One
  ? One extends ImportRequest
    ? Omit<One, "folder">
    : never
  : never;

/** A project in a fresh folder that tools are imported into. */
export class ImportedProject {
  readonly root: string = scratchFolder("importer");

  constructor(files: Readonly<Record<string, string | object>> = {}) {
    for (const [path, contents] of Object.entries(files)) this.write(path, contents);
  }

  write(path: string, contents: string | object): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof contents === "string" ? contents : JSON.stringify(contents, undefined, 2));
  }

  /** Imports and writes tools; throws unless every manifest is canonical and passes lint. */
  async import(request: Request): Promise<ImportPlan> {
    const project = { root: this.root, config: defaultConfig };
    const plan = await planImport(project, { ...request, folder: this.root });
    await writeImport(project, plan);
    for (const { path, contents } of plan.files.filter(({ path }) => path.endsWith(".tool.yaml"))) {
      if (formatManifest(contents) !== contents) throw new Error(`${path} is not in canonical form.`);
    }
    const { diagnostics } = await analyze(nodeHost(this.root), defaultConfig);
    const errors = diagnostics.filter(({ severity, code }) => severity === "error" && code !== "TK1003");
    if (errors.length > 0) throw new Error(formatted(errors).join("\n"));
    return plan;
  }

  /** Generates code, and returns an executor that runs every call without approval. */
  async executor(): Promise<ToolExecutor> {
    await generate({ host: nodeHost(this.root), config: defaultConfig });
    const project = {
      name: "imported",
      root: this.root,
      prefix: "",
      config: defaultConfig,
      docs: "docs/tools",
    };
    const registry = await loadRegistry(project);
    return new ToolExecutor(registry, {
      paths: new WorkspacePathPolicy(),
      policy: { autoApproveUpTo: "critical" },
      validateResults: true,
    });
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** The manifest of a tool as data. */
  manifest(id: string): Readonly<Record<string, unknown>> {
    return parse(this.text(`manifests/${id}.tool.yaml`)) as Readonly<Record<string, unknown>>;
  }
}

/** Diagnostics as `line:column code message`. */
export function formatted(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(
    ({ range, code, message }) => `${range.start.line}:${range.start.column} ${code} ${message}`,
  );
}
