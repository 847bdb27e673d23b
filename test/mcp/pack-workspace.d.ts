/** Fills an empty folder with files and one commit. */
export function fillWorkspace(folder: string): string;
