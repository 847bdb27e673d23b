import { writeFile } from "node:fs/promises";
import { noteWrite } from "../generated/tools/note-write.js";

export const tool = noteWrite.implement(async ({ file, text, overwrite }) => {
  await writeFile(file, text, { flag: overwrite ? "w" : "wx" });
  return { content: "The note is written." };
});
