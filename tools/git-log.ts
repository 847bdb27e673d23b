import type { TableData } from "@toolkiln/runtime";
import { gitLog } from "../generated/tools/git-log.js";
import { commitsOf, literalPaths, withRepository } from "./support/git.js";

const columns: TableData["columns"] = [
  { key: "hash", label: "Hash", type: "string" },
  { key: "date", label: "Date", type: "date" },
  { key: "author", label: "Author", type: "string" },
  { key: "subject", label: "Subject", type: "string" },
];

// Fields are separated by a control character that is unusual in names, records by a zero byte.
const format = "--format=%h%x1f%aI%x1f%an%x1f%s";

export const tool = gitLog.implement(({ limit, revision, path }, context) =>
  withRepository(context, async (repository) => {
    const commits = await commitsOf(repository, [revision]);
    const files = literalPaths(repository, path === undefined ? [] : [path]);
    const options = ["-z", format, `--max-count=${limit}`, "--no-show-signature", "--no-color"];
    const output = await repository.git(["log", ...options, ...commits, "--", ...files]);
    const rows = output
      .split("\0")
      .filter((record) => record !== "")
      .map((record) => {
        const [hash = "", date = "", author = "", subject = ""] = record.split("\u001F");
        return { hash, date, author, subject };
      });
    return { columns, rows };
  }),
);
