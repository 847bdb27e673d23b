import { MimeTypes } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";

const textTypes = {
  ".txt": "text/plain",
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".csv": "text/csv",
  ".log": "text/plain",
  ".cs": "text/x-csharp",
  ".js": "text/javascript",
  ".ts": "text/typescript",
  ".jsx": "text/jsx",
  ".tsx": "text/typescript-jsx",
  ".py": "text/x-python",
  ".java": "text/x-java",
  ".cpp": "text/x-c++src",
  ".c": "text/x-csrc",
  ".h": "text/x-chdr",
  ".hpp": "text/x-c++hdr",
  ".go": "text/x-go",
  ".rs": "text/x-rust",
  ".rb": "text/x-ruby",
  ".php": "text/x-php",
  ".swift": "text/x-swift",
  ".kt": "text/x-kotlin",
  ".html": "text/html",
  ".htm": "text/html",
  ".css": "text/css",
  ".scss": "text/x-scss",
  ".sass": "text/x-sass",
  ".less": "text/x-less",
  ".vue": "text/x-vue",
  ".svelte": "text/x-svelte",
  ".json": "application/json",
  ".xml": "application/xml",
  ".yaml": "application/x-yaml",
  ".yml": "application/x-yaml",
  ".toml": "application/toml",
  ".gitignore": "text/plain",
  ".editorconfig": "text/plain",
  ".env": "text/plain",
  ".ini": "text/plain",
  ".cfg": "text/plain",
  ".conf": "text/plain",
  ".sh": "text/x-shellscript",
  ".bash": "text/x-shellscript",
  ".zsh": "text/x-shellscript",
  ".ps1": "text/x-powershell",
  ".bat": "text/x-batch",
  ".cmd": "text/x-batch",
};

const binaryTypes = {
  ".pdf": "application/pdf",
  ".doc": "application/msword",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xls": "application/vnd.ms-excel",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".svg": "image/svg+xml",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".exe": "application/x-msdownload",
  ".dll": "application/x-msdownload",
  ".so": "application/x-sharedlib",
  ".dylib": "application/x-mach-binary",
  ".zip": "application/zip",
  ".tar": "application/x-tar",
  ".gz": "application/gzip",
  ".7z": "application/x-7z-compressed",
  ".rar": "application/x-rar-compressed",
};

describe("MimeTypes", () => {
  it.each(Object.entries({ ...textTypes, ...binaryTypes }))("knows %s as %s", (extension, type) => {
    expect(MimeTypes.getMimeType(`dir.d/name${extension}`)).toBe(type);
    expect(MimeTypes.getMimeType(`DIR\\NAME${extension.toUpperCase()}`)).toBe(type);
    expect(MimeTypes.getMimeType(extension)).toBe(type);
  });

  it.each([
    "",
    "Makefile",
    "a.",
    "a.unknown",
    "a.ts/",
    "dir.ts/file",
    "dir.ts\\file",
    ".",
    "constructor",
    "a.__proto__",
  ])("does not know %j", (path) => {
    expect(MimeTypes.getMimeType(path)).toBe("application/octet-stream");
    expect(MimeTypes.isTextFile(path)).toBe(false);
    expect(MimeTypes.isBinaryFile(path)).toBe(true);
    expect(MimeTypes.getCategory(path)).toBe("other");
  });

  it.each(Object.keys(textTypes))("treats %s as text", (extension) => {
    expect(MimeTypes.isTextFile(`a${extension}`)).toBe(true);
    expect(MimeTypes.isBinaryFile(`a${extension}`)).toBe(false);
  });

  it.each(Object.keys(binaryTypes))("treats %s as binary", (extension) => {
    expect(MimeTypes.isTextFile(`a${extension}`)).toBe(false);
    expect(MimeTypes.isBinaryFile(`a${extension}`)).toBe(true);
  });

  it.each<[ReturnType<typeof MimeTypes.getCategory>, string]>([
    ["code", ".cs .js .ts .tsx .py .java .cpp .go .rs"],
    ["web", ".html .htm .css .vue .svelte"],
    ["data", ".json .xml .yaml .yml .toml"],
    ["text", ".md .txt .log"],
    ["image", ".png .jpg .jpeg .gif .svg"],
    ["binary", ".exe .dll .so .zip .tar .gz"],
    ["other", ".pdf .docx .xyz"],
  ])("assigns to the category %s: %s", (category, extensions) => {
    for (const extension of extensions.split(" ")) {
      expect(MimeTypes.getCategory(`a${extension}`)).toBe(category);
    }
  });
});
