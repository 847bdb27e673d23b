// Demonstrates toolkiln in six steps. It prints real files and the output of real commands in a temporary project; "…" marks
// omitted lines. A step fails when its output does not contain the expected text.
import { StoryProject } from "./start/story-project.js";
import { caption, declarations, expectText, paragraphs, show, styled } from "./start/terminal.js";

const project = new StoryProject();
process.on("exit", () => project.remove());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

const manifest = "manifests/word-count.tool.yaml";
const generated = "generated/tools/word-count.ts";

declare();
generate();
rejectWrongCall();
runRightCall();
approve();
drift();

console.log(`
${styled("bold", "Next")}   npx toolkiln init ../my-tools   creates your own project with an example tool
       README.md                       explains each step`);

function declare() {
  project.copy("quickstart", manifest, "tools/word-count.ts", "app.ts", "tsconfig.json", "package.json");
  caption(1, "You declare a tool", manifest);
  show(project.read(manifest));
}

function generate() {
  caption(2, "toolkiln generates its types, validator and base class", generated);
  show(project.run("toolkiln", ["generate"]));
  const shown = declarations(project.read(generated), "WordCountInput", "WordCountToolBase");
  expectText(shown, "interface WordCountInput", "extends ToolBase");
  console.log();
  show(shown);
}

function rejectWrongCall() {
  caption(3, "A call with a wrong parameter does not compile", "app.ts");
  project.edit("app.ts", "{ text:", "{ txt:");
  show(lineWith("app.ts", "executor.execute("));
  const output = project.run("tsc", ["--pretty", "false"], 2);
  expectText(output, "app.ts(", "error TS", "'txt' does not exist in type 'WordCountInput'");
  show(output);
}

function runRightCall() {
  caption(4, "A correct call compiles and runs, with its parameters validated", "app.ts");
  project.edit("app.ts", "{ txt:", "{ text:");
  show(lineWith("app.ts", "executor.execute("));
  project.run("tsc", []);
  const output = project.run("node", ["dist/app.js"]);
  expectText(output, "4 different words");
  show(output);
  const rendered = project.run("toolkiln", ["run", "word-count", "--text", "to be or not to be"]);
  expectText(rendered, "✓", '"words": 6');
  show(rendered);
  const invalid = project.run("toolkiln", ["run", "word-count", "--text", ""], 2);
  expectText(invalid, "ValidationFailed");
  show(invalid);
}

function lineWith(path, part) {
  return project
    .read(path)
    .split("\n")
    .find((line) => line.includes(part));
}

function approve() {
  const manifest = "manifests/note-delete.tool.yaml";
  project.copy("approval", manifest, "tools/note-delete.ts");
  project.write("note.txt", "Buy milk.\n");
  caption(5, "A high-risk call is denied until it is approved", manifest);
  show(project.read(manifest));
  project.run("toolkiln", ["generate", "--quiet"]);
  const call = ["run", "note-delete", "--file", "note.txt"];
  const denied = project.run("toolkiln", call, 5);
  expectText(denied, "Denied", "high risk");
  if (!project.has("note.txt")) throw new Error("The denied call deleted the note.");
  show(denied);
  const approved = project.run("toolkiln", [...call, "--approve", "--max-risk", "high"]);
  expectText(approved, "✓", "The note is deleted.");
  if (project.has("note.txt")) throw new Error("The approved call did not delete the note.");
  show(approved);
}

function drift() {
  caption(6, "Generated code cannot drift: a changed manifest fails in CI", manifest);
  show(styled("red", `- ${lineWith(manifest, "unique:")}`));
  project.edit(manifest, "unique:", "distinct:");
  show(styled("green", `+ ${lineWith(manifest, "distinct:")}`));
  const output = project.run("toolkiln", ["check"], 1);
  expectText(output, "stale", "-   unique?: boolean;", "+   distinct?: boolean;");
  show(paragraphs(output, generated));
  show(styled("dim", "(exit code 1)"));
}
