import { formatSize } from "../kinds/format-size.js";
import { MimeTypes } from "./mime-types.js";

export type ArtifactAction = "created" | "modified" | "deleted" | "accessed" | "moved";

/** Something a tool created or accessed: a file, a directory, a URL, an output. */
export interface ToolArtifact {
  /** `file`, `directory`, `url`, `output`, or your own. */
  readonly type: string;
  /** Path relative to the workspace, URL, or a name such as `terminal`. */
  readonly path: string;
  readonly action: ArtifactAction;
  readonly isNew: boolean;
  readonly description?: string;
  /** Bytes. */
  readonly size?: number;
  readonly mimeType?: string;
  /** `sha256:` and the hexadecimal digest. */
  readonly contentHash?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
}

export interface DescribedArtifact extends ToolArtifact {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isUrl: boolean;
  readonly sizeDisplay: string | undefined;
  readonly fileName: string;
}

/** Inherited by artifacts, so that JSON and spreads contain only data. */
const derivedFields: Omit<DescribedArtifact, keyof ToolArtifact> & ThisType<ToolArtifact> = {
  get isFile() {
    return this.type === "file";
  },
  get isDirectory() {
    return this.type === "directory";
  },
  get isUrl() {
    return this.type === "url";
  },
  get sizeDisplay() {
    return sizeDisplay(this);
  },
  get fileName() {
    return fileName(this);
  },
};

/** The readable size of an artifact, such as `1.5 KB`; prefer `artifact.size` if a number is enough. */
export function sizeDisplay(artifact: Pick<ToolArtifact, "size">): string | undefined {
  return artifact.size === undefined ? undefined : formatSize(artifact.size);
}

/** The last part of an artifact's path; prefer `basename` of `node:path` for paths of this machine. */
export function fileName(artifact: Pick<ToolArtifact, "path">): string {
  return /[^\\/]*(?=[\\/]*$)/.exec(artifact.path)?.[0] ?? "";
}

/** Creates artifacts; `fileArtifact` of `@toolkiln/runtime/node` also reads size and hash. */
export const ToolArtifact = {
  file: (path: string, isNew = false, description?: string): DescribedArtifact =>
    make("file", path, description, { ...written(isNew), ...typed(path) }),
  fileWithContent: (path: string, size: number, isNew = true, description?: string): DescribedArtifact =>
    make("file", path, description, { ...written(isNew), ...typed(path), size }),
  deletedFile: (path: string, description = "Deleted"): DescribedArtifact =>
    make("file", path, description, { action: "deleted" }),
  accessedFile: (path: string, description?: string): DescribedArtifact =>
    make("file", path, description, { action: "accessed", ...typed(path) }),
  movedFile(from: string, path: string, description = `Moved from ${from}`): DescribedArtifact {
    return make("file", path, description, { action: "moved", ...typed(path) });
  },
  directory: (path: string, isNew = false, description?: string): DescribedArtifact =>
    make("directory", path, description, written(isNew)),
  url: (url: string, description?: string): DescribedArtifact =>
    make("url", url, description, { action: "accessed" }),
  terminalOutput: (output: string, description = "Terminal output"): DescribedArtifact =>
    make("output", "terminal", description, { size: new TextEncoder().encode(output).length }),
  custom: (...fields: Parameters<typeof make>): DescribedArtifact => make(...fields),
};

function written(isNew: boolean): Pick<ToolArtifact, "action" | "isNew"> {
  return { action: isNew ? "created" : "modified", isNew };
}

function typed(path: string): Pick<ToolArtifact, "mimeType"> {
  return { mimeType: MimeTypes.getMimeType(path) };
}

function make(
  type: string,
  path: string,
  description?: string,
  fields?: Partial<ToolArtifact>,
): DescribedArtifact {
  const artifact = Object.assign(Object.create(derivedFields) as DescribedArtifact, {
    type,
    path,
    action: "created",
    isNew: false,
    ...(description !== undefined && { description }),
    timestamp: new Date().toISOString(),
    ...fields,
  });
  return Object.freeze(artifact);
}
