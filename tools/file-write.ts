import { fileWrite } from "../generated/tools/file-write.js";
import { writeText } from "./support/write-text.js";

export const tool = fileWrite.implement((params, context) => writeText(params, context));
