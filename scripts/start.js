// Demonstrates toolkiln in six steps. It prints real files and the output of real commands in a temporary project; "…" marks
// omitted lines. A step fails when its output does not contain the expected text.
import { existsSync, writeFileSync } from "node:fs";
import { styleText } from "node:util";
import { copy, edit, read, run } from "./start/project.js";
import { caption, excerpt, show } from "./start/terminal.js";

const manifest = "manifests/word-count.tool.yaml";
const generated = "generated/tools/word-count.ts";

declare();
generate();
rejectWrongCall();
runRightCall();
approve();
drift();

console.log(`
${styleText("bold", "Next")}   npx toolkiln init ../my-tools   creates your own project with an example tool
       README.md                       explains each step`);

function declare() {
  copy("quickstart", manifest, "tools/word-count.ts", "app.ts", "tsconfig.json", "package.json");
  caption(1, "You declare a tool", manifest);
  show(read(manifest));
}

function generate() {
  caption(2, "toolkiln generates its types, validator and base class", generated);
  show(run("toolkiln", ["generate"]));
  console.log();
  const shown = /^export .*\b(WordCountInput|WordCountToolBase)\b/m;
  show(
    excerpt(read(generated), (part) => shown.test(part)),
    "interface WordCountInput",
    "extends ToolBase",
  );
}

function rejectWrongCall() {
  caption(3, "A call with a wrong parameter does not compile", "app.ts");
  edit("app.ts", "{ text:", "{ txt:");
  show(lineWith("app.ts", "executor.execute("));
  const output = run("tsc", ["--pretty", "false"], 2);
  show(output, "app.ts(", "error TS", "'txt' does not exist in type 'WordCountInput'");
}

function runRightCall() {
  caption(4, "A correct call compiles and runs, with its parameters validated", "app.ts");
  edit("app.ts", "{ txt:", "{ text:");
  show(lineWith("app.ts", "executor.execute("));
  run("tsc", []);
  show(run("node", ["dist/app.js"]), "4 different words");
  show(run("toolkiln", ["run", "word-count", "--text", "to be or not to be"]), "✓", '"words": 6');
  show(run("toolkiln", ["run", "word-count", "--text", ""], 2), "ValidationFailed");
}

function approve() {
  const manifest = "manifests/note-delete.tool.yaml";
  copy("approval", manifest, "tools/note-delete.ts");
  writeFileSync("note.txt", "Buy milk.\n");
  caption(5, "A high-risk call is denied until it is approved", manifest);
  show(read(manifest));
  run("toolkiln", ["generate", "--quiet"]);
  const call = ["run", "note-delete", "--file", "note.txt"];
  show(run("toolkiln", call, 5), "Denied", "high risk");
  if (!existsSync("note.txt")) throw new Error("The denied call deleted the note.");
  show(run("toolkiln", [...call, "--approve", "--max-risk", "high"]), "✓", "The note is deleted.");
  if (existsSync("note.txt")) throw new Error("The approved call did not delete the note.");
}

function drift() {
  caption(6, "Generated code cannot drift: a changed manifest fails in CI", manifest);
  show(styleText("red", `- ${lineWith(manifest, "unique:")}`));
  edit(manifest, "unique:", "distinct:");
  show(styleText("green", `+ ${lineWith(manifest, "distinct:")}`));
  const output = run("toolkiln", ["check"], 1).trimEnd();
  const isShown = (part) => part.startsWith(generated) || output.endsWith(part);
  show(excerpt(output, isShown), "stale", "-   unique?: boolean;", "+   distinct?: boolean;");
  show(styleText("dim", "(exit code 1)"));
}

function lineWith(path, part) {
  return read(path)
    .split("\n")
    .find((line) => line.includes(part));
}
