export type FileCategory = "code" | "web" | "data" | "text" | "image" | "binary" | "other";

/** MIME types with their extensions, by category; `*` is replaced by each extension. */
const tables: Readonly<Record<FileCategory, string>> = {
  code: "text/x-csharp cs,text/javascript js mjs cjs,text/typescript ts mts cts,text/typescript-jsx tsx,text/* jsx,text/x-python py,text/x-c++src cpp cc,text/x-csrc c,text/x-chdr h,text/x-c++hdr hpp,text/x-rust rs,text/x-ruby rb,text/x-kotlin kt,text/x-shellscript sh bash zsh,text/x-powershell ps1,text/x-batch bat cmd,text/x-* java go php swift",
  web: "text/html html htm,text/* css,text/x-* scss sass less vue svelte",
  data: "application/* json xml toml,application/x-yaml yaml yml,text/* csv",
  text: "text/plain txt log,text/markdown md markdown",
  image: "image/* png gif webp avif,image/jpeg jpg jpeg,image/svg+xml svg,image/x-icon ico",
  binary:
    "application/x-msdownload exe dll,application/x-sharedlib so,application/x-mach-binary dylib,application/x-* tar,application/gzip gz,application/x-7z-compressed 7z,application/x-rar-compressed rar,application/* zip wasm",
  other:
    "text/plain gitignore editorconfig env ini cfg conf,application/* pdf,application/msword doc,application/vnd.openxmlformats-officedocument.wordprocessingml.document docx,application/vnd.ms-excel xls,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx,audio/mpeg mp3,audio/* wav,video/* mp4 webm,font/* woff2",
};

let known: Map<string, readonly [mimeType: string, FileCategory]> | undefined;

/** The type of a file by its name. Parses the tables on first use: most programs never need them. */
function typeOf(path: string): readonly [mimeType: string, FileCategory] {
  known ??= new Map(
    Object.entries(tables).flatMap(([category, lines]) =>
      lines.split(",").flatMap((line) => {
        const [pattern = "", ...extensions] = line.split(" ");
        return extensions.map(
          (extension) => [extension, [pattern.replace("*", extension), category as FileCategory]] as const,
        );
      }),
    ),
  );
  // `.env` has the extension `env`.
  const extension = /\.([^.\\/]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return known.get(extension) ?? ["application/octet-stream", "other"];
}

/** File types by extension. */
export const MimeTypes = {
  /** The MIME type; `application/octet-stream` for unknown extensions. */
  getMimeType: (path: string): string => typeOf(path)[0],
  /** Whether the file is likely text: data files are, whatever their MIME type; an SVG counts as an image. */
  isTextFile: (path: string): boolean =>
    MimeTypes.getCategory(path) === "data" || MimeTypes.getMimeType(path).startsWith("text/"),
  isBinaryFile: (path: string): boolean => !MimeTypes.isTextFile(path),
  getCategory: (path: string): FileCategory => typeOf(path)[1],
};
