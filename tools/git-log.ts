import type { TableData } from "@toolkiln/runtime";
import { gitLog } from "../generated/tools/git-log.js";
import { commitsOf, literalPaths, withRepository } from "./support/git.js";

const columns: TableData["columns"] = [
  { key: "hash", label: "Hash", type: "string" },
  { key: "date", label: "Date", type: "date" },
  { key: "author", label: "Author", type: "string" },
  { key: "subject", label: "Subject", type: "string" },
];

// One line per field, because git removes line breaks from names and subjects; records end with a zero byte.
const format = "--format=%h%n%aI%n%an%n%s";

export const tool = gitLog.implement(({ limit, revision, path }, context) =>
  withRepository(context, async (repository) => {
    const commits = await commitsOf(repository, [revision]);
    const files = literalPaths(repository, path === undefined ? [] : [path]);
    const options = ["-z", format, `--max-count=${limit}`, "--no-show-signature", "--no-color"];
    const output = await repository.git(["log", ...options, ...commits, "--", ...files]);
    const records = output.split("\0").filter(Boolean);
    const rows = records.map((record) => {
      const [hash = "", date = "", author = "", subject = ""] = record.split("\n");
      return { hash, date, author, subject };
    });
    return { columns, rows };
  }),
);
