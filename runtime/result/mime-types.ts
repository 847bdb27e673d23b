/** What cannot be told. */
const unknownType = "application/octet-stream";

/** Text, by MIME type. */
const textTypes = `
text/plain txt log gitignore editorconfig env ini cfg conf
text/markdown md markdown
text/csv csv
text/x-csharp cs
text/javascript js mjs cjs
text/typescript ts mts cts
text/jsx jsx
text/typescript-jsx tsx
text/x-python py
text/x-java java
text/x-c++src cpp cc
text/x-csrc c
text/x-chdr h
text/x-c++hdr hpp
text/x-go go
text/x-rust rs
text/x-ruby rb
text/x-php php
text/x-swift swift
text/x-kotlin kt
text/html html htm
text/css css
text/x-scss scss
text/x-sass sass
text/x-less less
text/x-vue vue
text/x-svelte svelte
application/json json
application/xml xml
application/x-yaml yaml yml
application/toml toml
text/x-shellscript sh bash zsh
text/x-powershell ps1
text/x-batch bat cmd`;

/** Everything else. */
const binaryTypes = `
application/pdf pdf
application/msword doc
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
application/vnd.ms-excel xls
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
image/png png
image/jpeg jpg jpeg
image/gif gif
image/svg+xml svg
image/x-icon ico
image/webp webp
image/avif avif
image/bmp bmp
image/tiff tif tiff
audio/mpeg mp3
audio/wav wav
audio/ogg ogg
video/mp4 mp4
video/webm webm
video/quicktime mov
font/woff woff
font/woff2 woff2
font/ttf ttf
application/wasm wasm
application/x-msdownload exe dll
application/x-sharedlib so
application/x-mach-binary dylib
application/zip zip
application/x-tar tar
application/gzip gz
application/x-7z-compressed 7z
application/x-rar-compressed rar`;

/** What a file is for. */
export type FileCategory = "code" | "web" | "data" | "text" | "image" | "binary" | "other";

const categories: readonly (readonly [FileCategory, string])[] = [
  [
    "code",
    "cs js mjs cjs ts mts cts jsx tsx py java cpp cc c h hpp go rs rb php swift kt sh bash zsh ps1 bat cmd",
  ],
  ["web", "html htm css scss sass less vue svelte"],
  ["data", "json xml yaml yml toml csv"],
  ["text", "md markdown txt log"],
  ["image", "png jpg jpeg gif svg webp ico avif bmp tif tiff"],
  ["binary", "exe dll so dylib zip tar gz 7z rar wasm"],
];

interface FileTypes {
  readonly text: ReadonlyMap<string, string>;
  readonly binary: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, FileCategory>;
}

let known: FileTypes | undefined;

/** Read when first asked for: most calls never do. */
function fileTypes(): FileTypes {
  return (known ??= {
    text: readTypes(textTypes),
    binary: readTypes(binaryTypes),
    categories: new Map(
      categories.flatMap(([category, extensions]) =>
        extensions.split(" ").map((extension) => [extension, category] as const),
      ),
    ),
  });
}

function readTypes(table: string): Map<string, string> {
  const lines = table.trim().split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [type = unknownType, ...extensions] = line.split(" ");
      return extensions.map((extension) => [extension, type] as const);
    }),
  );
}

/** What follows the last dot of the file's name, in lower case; a name that begins with its only dot counts. */
function extensionOf(path: string): string {
  return /\.([^.\\/]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** What a file is, told by the end of its name. */
export const MimeTypes = {
  /** The MIME type; `application/octet-stream` when the extension is not known. */
  getMimeType(path: string): string {
    const extension = extensionOf(path);
    const { text, binary } = fileTypes();
    return text.get(extension) ?? binary.get(extension) ?? unknownType;
  },
  /** Whether the file is likely text. */
  isTextFile(path: string): boolean {
    return fileTypes().text.has(extensionOf(path));
  },
  /** Whether it is likely not; what nobody knows is not taken for text, and an SVG is an image. */
  isBinaryFile(path: string): boolean {
    return !MimeTypes.isTextFile(path);
  },
  /** What the file is for. */
  getCategory(path: string): FileCategory {
    return fileTypes().categories.get(extensionOf(path)) ?? "other";
  },
};
