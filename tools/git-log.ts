import type { TableData } from "@toolkiln/runtime";
import { gitLog } from "../generated/tools/git-log.js";
import { commitsOf, git, literalPaths } from "./support/git.js";

const columns: TableData["columns"] = [
  { key: "hash", label: "Hash", type: "string" },
  { key: "date", label: "Date", type: "date" },
  { key: "author", label: "Author", type: "string" },
  { key: "subject", label: "Subject", type: "string" },
];

// Fields are separated by a character that git refuses in names, records by a zero byte.
const format = "--format=%h%x1f%aI%x1f%an%x1f%s";

export const tool = gitLog.implement(async ({ limit, revision, path }, context) => {
  const named = await commitsOf(context, [revision]);
  if (!named.ok) return named.failure;
  const files = await literalPaths(context, path === undefined ? [] : [path]);
  const options = ["-z", format, `--max-count=${limit}`, "--no-show-signature", "--no-color"];
  const answer = await git(context, ["log", ...options, ...named.commits, "--", ...files]);
  if (!answer.ok) return answer.failure;
  const rows = answer.stdout
    .split("\0")
    .filter((record) => record !== "")
    .map((record) => {
      const [hash = "", date = "", author = "", subject = ""] = record.split("\u001F");
      return { hash, date, author, subject };
    });
  return { columns, rows };
});
