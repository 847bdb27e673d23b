import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileName, sizeDisplay, ToolArtifact } from "@toolkiln/runtime";
import { fileArtifact } from "@toolkiln/runtime/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe("ToolArtifact", () => {
  it("file sets the MIME type and action without reading the disk", () => {
    const artifact = ToolArtifact.file("src/a.ts", true, "A file");
    expect(artifact).toMatchObject({
      type: "file",
      path: "src/a.ts",
      action: "created",
      isNew: true,
      description: "A file",
      mimeType: "text/typescript",
      isFile: true,
      isDirectory: false,
      isUrl: false,
      fileName: "a.ts",
      sizeDisplay: undefined,
    });
    expect(artifact.timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(ToolArtifact.file("a").action).toBe("modified");
  });

  it("fileWithContent has the size it was given", () => {
    const artifact = ToolArtifact.fileWithContent("a.json", 2048);
    expect(artifact).toMatchObject({ size: 2048, sizeDisplay: "2.0 KB", isNew: true, action: "created" });
    expect(ToolArtifact.fileWithContent("a", 1, false).action).toBe("modified");
  });

  it("directory sets the correct type", () => {
    expect(ToolArtifact.directory("src", true)).toMatchObject({
      type: "directory",
      action: "created",
      isDirectory: true,
    });
    expect(ToolArtifact.directory("src").action).toBe("modified");
  });

  it("url sets the correct type", () => {
    const artifact = ToolArtifact.url("https://example.org/a", "Docs");
    expect(artifact).toMatchObject({ type: "url", action: "accessed", isUrl: true, description: "Docs" });
  });

  it("has a factory for every action", () => {
    expect(ToolArtifact.deletedFile("a")).toMatchObject({
      action: "deleted",
      description: "Deleted",
      isNew: false,
    });
    expect(ToolArtifact.accessedFile("a")).toMatchObject({ action: "accessed", type: "file" });
    expect(ToolArtifact.movedFile("a", "b")).toMatchObject({
      action: "moved",
      path: "b",
      description: "Moved from a",
    });
    expect(ToolArtifact.terminalOutput("grüße")).toMatchObject({
      type: "output",
      path: "terminal",
      description: "Terminal output",
      size: 7,
      action: "created",
    });
    expect(ToolArtifact.custom("image", "a:1", "Layer", { size: 3 })).toMatchObject({
      type: "image",
      action: "created",
      size: 3,
    });
  });

  it("sizeDisplay formats correctly", () => {
    const display = (size: number) => sizeDisplay({ size });
    expect([0, 1023, 1024, 1536, 1024 ** 2, 1024 ** 3 * 1.25].map(display)).toEqual([
      "0 B",
      "1023 B",
      "1.0 KB",
      "1.5 KB",
      "1.0 MB",
      "1.25 GB",
    ]);
    expect(sizeDisplay({})).toBeUndefined();
  });

  it.each([
    ["src/a.ts", "a.ts"],
    ["src\\b.ts", "b.ts"],
    ["build/", "build"],
    ["a", "a"],
    ["", ""],
  ])("fileName of %j is %j", (path, expected) => {
    expect(fileName({ path })).toBe(expected);
  });

  it("serializes to plain JSON data", () => {
    expect(JSON.parse(JSON.stringify(ToolArtifact.deletedFile("a")))).toEqual({
      type: "file",
      path: "a",
      action: "deleted",
      isNew: false,
      description: "Deleted",
      timestamp: expect.any(String) as string,
    });
  });
});

describe("fileArtifact", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolkiln-artifact-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("gets the size and the hash of the file", async () => {
    const path = join(folder, "a.txt");
    await writeFile(path, "hello");
    expect(
      await fileArtifact(path, { isNew: true, description: "Greeting", relativeTo: folder }),
    ).toMatchObject({
      type: "file",
      path: "a.txt",
      action: "created",
      description: "Greeting",
      size: 5,
      mimeType: "text/plain",
      contentHash: "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    });
    expect(await fileArtifact(path)).toMatchObject({ path, action: "modified" });
    expect(await fileArtifact(path, { action: "accessed" })).toMatchObject({ action: "accessed", size: 5 });
  });

  it("hashes a large file in pieces", async () => {
    const path = join(folder, "large.bin");
    await writeFile(path, Buffer.alloc(5_000_000));
    const { size, contentHash } = await fileArtifact(path);
    expect(size).toBe(5_000_000);
    expect(contentHash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it("has no size or hash for a missing file or a directory", async () => {
    await mkdir(join(folder, "directory"));
    for (const name of ["missing.txt", "directory", "a\0b"]) {
      const artifact = await fileArtifact(join(folder, name));
      expect(artifact.size).toBeUndefined();
      expect(artifact.contentHash).toBeUndefined();
    }
  });
});
