import { basename } from "node:path";
import type { OptionalPackage } from "../optional-package.js";
import { version } from "../version.js";
import { linkTo } from "./checkout.js";
import type { Layout } from "./layout.js";
import { jsonFile, objectAt, type JsonObject, type PlannedFile, type ReadText } from "./planned-file.js";

export interface PlanInput {
  /** Absolute. */
  readonly root: string;
  readonly read: ReadText;
  readonly layout: Layout;
  /** The checkout that packages are linked to; undefined to use the npm registry. */
  readonly checkout: string | undefined;
  readonly optional: readonly OptionalPackage[];
}

const groups = ["dependencies", "devDependencies"] as const;

export function isDeclared(manifest: JsonObject, name: string): boolean {
  return groups.some((group) => name in Object(manifest[group]));
}

/** The package.json of a project that has tools. */
export function packageJson({ root, read, layout, checkout, optional }: PlanInput): PlannedFile {
  const file = jsonFile(read, "package.json", (manifest, isNew) => {
    if (isNew) Object.assign(manifest, { name: packageName(root), version: "0.1.0", private: true });
    if (!layout.isCommonJs) manifest["type"] = "module";
    addScripts(objectAt(manifest, "scripts"), isNew);
    const add = (group: (typeof groups)[number], wanted: Readonly<Record<string, string>>): void => {
      for (const [name, range] of Object.entries(wanted))
        if (!isDeclared(manifest, name)) objectAt(manifest, group)[name] = range;
    };
    add("dependencies", { "@toolkiln/runtime": `^${version}` });
    add("devDependencies", { toolkiln: `^${version}` });
    for (const { name, version: wanted, needs } of optional)
      add("devDependencies", { [name]: `^${wanted}`, ...needs });
    // Required by the new tsconfig.
    if (read("tsconfig.json") === undefined)
      add("devDependencies", { typescript: "^5.9.3", "@types/node": "^20.19.0" });
    if (checkout !== undefined)
      for (const group of groups) linkDeclared(objectAt(manifest, group), checkout, root);
    if (isNew) manifest["engines"] = { node: ">=20.19" };
  });
  const hint = " (.js files with `require` then need the extension .cjs)";
  const changes = file.changes.map((change) => (change.includes(`"type":`) ? change + hint : change));
  return { ...file, changes };
}

/** Links toolkiln packages that are declared by version: they might not be published yet. */
function linkDeclared(declared: JsonObject, checkout: string, root: string): void {
  for (const [name, range] of Object.entries(declared))
    if (!String(range).startsWith("file:")) declared[name] = linkTo(name, checkout, root) ?? range;
}

const newScripts = {
  generate: "toolkiln generate",
  check: "toolkiln check",
  // Tests of deleted tools must not stay in `dist`.
  build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc`,
  test: "toolkiln check && npm run --silent build && node --test dist/test/*.test.js && toolkiln test",
};

const checks = "toolkiln check && tsc --noEmit && toolkiln test";
const addedScripts = { "tools:generate": "toolkiln generate", "tools:check": checks, test: checks };

function addScripts(scripts: JsonObject, isNew: boolean): void {
  if (Object.values(scripts).some((script) => String(script).includes("toolkiln "))) return;
  if (String(scripts["test"]).includes("no test specified")) delete scripts["test"];
  Object.assign(scripts, { ...(isNew ? newScripts : addedScripts), ...scripts });
}

function packageName(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[._-]+|[._-]+$/g, "");
  return name === "" || name === "toolkiln" ? "tools" : name;
}
