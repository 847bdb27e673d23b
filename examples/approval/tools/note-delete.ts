import { rm } from "node:fs/promises";
import { noteDelete } from "../generated/tools/note-delete.js";

export const tool = noteDelete.implement(async ({ file }) => {
  await rm(file);
  return { content: "The note is deleted." };
});
