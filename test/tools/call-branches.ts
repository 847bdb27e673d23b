import type { Workbench } from "./workbench.js";

/** One case of a tool: the files in the workspace and the input. `{server}` is replaced by the URL of a recording server. */
export interface CallBranch {
  readonly title: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly arrange?: (bench: Workbench) => void;
}

const two = { "a.txt": "alpha", "b.txt": "beta" };
const tree = { "d/x.txt": "xi", "d/e/y.txt": "ypsilon" };
const repository = (bench: Workbench): void => {
  bench.git("init", "-q");
  bench.git("add", ".");
  bench.git("commit", "-qm", "one");
  bench.write("a.txt", "changed");
};
const link = (bench: Workbench): void => bench.link("a.txt", "link");
const directoryLink = (bench: Workbench): void => bench.link("d", "link");

/** All cases of every standard tool that have different effects on disk. */
export const callBranches: Readonly<Record<string, readonly CallBranch[]>> = {
  "file-delete": [
    { title: "a file", files: two, input: { path: "a.txt" } },
    { title: "a file permanently", files: two, input: { path: "a.txt", permanent: true } },
    { title: "a directory", files: tree, input: { path: "d" } },
    { title: "a directory permanently", files: tree, input: { path: "d", permanent: true } },
    { title: "a file through a link", files: two, input: { path: "link" }, arrange: link },
    {
      title: "a directory through a link",
      files: tree,
      input: { path: "link", permanent: true },
      arrange: directoryLink,
    },
    { title: "the trash", files: { ".trash/1/a.txt": "alpha" }, input: { path: ".trash" } },
    { title: "in the trash", files: { ".trash/1/a.txt": "alpha" }, input: { path: ".trash/1/a.txt" } },
    {
      title: "in the trash, another spelling",
      files: { ".trash/1/a.txt": "alpha" },
      input: { path: "./.trash//1" },
    },
    {
      title: "through a link to the trash",
      files: { ".trash/1/a.txt": "alpha" },
      input: { path: "bin/1" },
      arrange: (bench) => bench.link(".trash", "bin"),
    },
    {
      title: "the trash permanently",
      files: { ".trash/1/a.txt": "alpha" },
      input: { path: ".trash", permanent: true },
    },
    { title: "another trash", files: { "d/.trash/a.txt": "alpha" }, input: { path: "d/.trash" } },
    { title: "nothing", input: { path: "none" } },
    { title: "the workspace", files: two, input: { path: "." } },
    { title: "the workspace permanently", files: two, input: { path: ".", permanent: true } },
  ],
  "file-write": [
    { title: "a new file", input: { path: "n/a.txt", content: "new" } },
    { title: "creating over a file", files: two, input: { path: "a.txt", content: "new", mode: "create" } },
    { title: "overwriting", files: two, input: { path: "a.txt", content: "new", mode: "overwrite" } },
    { title: "overwriting nothing", input: { path: "a.txt", content: "new", mode: "overwrite" } },
    {
      title: "overwriting through a link",
      files: two,
      input: { path: "link", content: "new", mode: "overwrite" },
      arrange: link,
    },
    { title: "appending", files: two, input: { path: "a.txt", content: "new", mode: "append" } },
    { title: "appending to nothing", input: { path: "a.txt", content: "new", mode: "append" } },
    {
      title: "appending to bytes that are not text",
      input: { path: "a.bin", content: "new", mode: "append" },
      arrange: (bench) => bench.write("a.bin", Buffer.from([0xff, 0xfe, 0])),
    },
    { title: "over a directory", files: tree, input: { path: "d", content: "new", mode: "overwrite" } },
    { title: "half of a character", files: two, input: { path: "n/c.txt", content: "\ud800" } },
    { title: "a script", input: { path: "run.sh", content: "new" } },
    { title: "credentials", input: { path: "id.pem", content: "new" } },
  ],
  "file-edit": [
    { title: "text that occurs once", files: two, input: { path: "a.txt", oldText: "pha", newText: "" } },
    {
      title: "text that does not occur",
      files: two,
      input: { path: "a.txt", oldText: "none", newText: "new" },
    },
    {
      title: "every place",
      files: two,
      input: { path: "a.txt", oldText: "a", newText: "b", expectedCount: 2 },
    },
    {
      title: "through a link",
      files: two,
      input: { path: "link", oldText: "al", newText: "" },
      arrange: link,
    },
    {
      title: "a script",
      files: { "run.sh": "echo" },
      input: { path: "run.sh", oldText: "echo", newText: "rm" },
    },
    {
      title: "credentials",
      files: { "id.pem": "key" },
      input: { path: "id.pem", oldText: "key", newText: "" },
    },
  ],
  "file-move": [
    { title: "a file", files: two, input: { from: "a.txt", to: "n/c.txt" } },
    { title: "onto a file", files: two, input: { from: "a.txt", to: "b.txt" } },
    { title: "over a file", files: two, input: { from: "a.txt", to: "b.txt", overwrite: true } },
    { title: "over nothing", files: two, input: { from: "a.txt", to: "c.txt", overwrite: true } },
    {
      title: "over another name of itself",
      files: two,
      input: { from: "a.txt", to: "c.txt", overwrite: true },
      arrange: (bench) => bench.hardLink("a.txt", "c.txt"),
    },
    { title: "through a link", files: two, input: { from: "link", to: "c.txt" }, arrange: link },
    {
      title: "over a file through a link",
      files: two,
      input: { from: "b.txt", to: "link", overwrite: true },
      arrange: link,
    },
    { title: "a directory", files: tree, input: { from: "d", to: "n/d" } },
    {
      title: "a directory over a file",
      files: { ...tree, ...two },
      input: { from: "d", to: "a.txt", overwrite: true },
    },
    {
      title: "a directory over an empty one",
      files: tree,
      input: { from: "d", to: "empty", overwrite: true },
      arrange: (bench) => bench.makeDirectory("empty"),
    },
    {
      title: "a file over a directory",
      files: { ...tree, ...two },
      input: { from: "a.txt", to: "d", overwrite: true },
    },
    { title: "a directory into itself", files: tree, input: { from: "d", to: "d/e/f" } },
    { title: "nothing", input: { from: "none", to: "n/c.txt" } },
    { title: "nothing over a file", files: two, input: { from: "none", to: "a.txt", overwrite: true } },
    { title: "below a file", files: two, input: { from: "a.txt", to: "b.txt/c" } },
    { title: "into the trash", files: two, input: { from: "a.txt", to: ".trash/a.txt" } },
    { title: "to a script", files: two, input: { from: "a.txt", to: "a.sh" } },
    { title: "a script", files: { "a.sh": "echo" }, input: { from: "a.sh", to: "b" } },
    { title: "credentials", files: { "id.pem": "key" }, input: { from: "id.pem", to: "a" } },
    { title: "to credentials", files: two, input: { from: "a.txt", to: "id.pem" } },
  ],
  "terminal-execute": [
    { title: "a program that reads", files: two, input: { command: ["node", "-e", "0"] } },
    { title: "a program that deletes", files: two, input: { command: ["rm", "a.txt"] } },
    { title: "a program that deletes, by its path", files: two, input: { command: ["/bin/rm", "a.txt"] } },
    { title: "a shell", files: two, input: { shell: "echo new > a.txt" } },
    { title: "a shell that deletes", files: tree, input: { shell: "cd d && rm x.txt" } },
    {
      title: "a shell that deletes, by its path",
      files: tree,
      input: { shell: "cd d; /bin/rm x.txt" },
    },
    { title: "in a folder", files: tree, input: { command: ["rm", "x.txt"], cwd: "d" } },
    { title: "a program that is told what to do", files: two, input: { command: ["sh"], stdin: "rm a.txt" } },
    { title: "no program", input: { command: ["no-such-program-kiln"] } },
    { title: "a program that fails", files: two, input: { shell: "exit 3" } },
  ],
  "http-request": [
    ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].flatMap((method) => [
      { title: method, input: { url: "{server}/", method } },
      ...[301, 302, 303, 307, 308].map((status) => ({
        title: `${method} with redirect ${status}`,
        input: { url: `{server}/redirect/${status}`, method },
      })),
    ]),
    { title: "another scheme", input: { url: "ftp://127.0.0.1/" } },
  ],
  "file-read": [{ title: "a file", files: two, input: { path: "a.txt" } }],
  "image-read": [{ title: "a text file", files: two, input: { path: "a.txt" } }],
  "directory-list": [{ title: "a tree", files: tree, input: { recursive: true } }],
  "file-search": [{ title: "a glob", files: tree, input: { pattern: "**/*.txt" } }],
  "content-search": [{ title: "a word", files: two, input: { query: "alpha" } }],
  "workspace-info": [{ title: "a tree", files: tree, input: {} }],
  "environment-info": [{ title: "a program", input: { programs: ["node"] } }],
  "json-query": [{ title: "a file", files: { "a.json": "{}" }, input: { path: "a.json", query: "$" } }],
  "git-status": [{ title: "a repository", files: two, input: {}, arrange: repository }],
  "git-diff": [{ title: "a repository", files: two, input: {}, arrange: repository }],
  "git-log": [{ title: "a repository", files: two, input: {}, arrange: repository }],
};
