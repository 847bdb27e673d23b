import { fileAppend } from "../generated/tools/file-append.js";
import { writeText } from "./support/write-text.js";

export const tool = fileAppend.implement((params, context) =>
  writeText({ ...params, mode: "append" }, context),
);
