import { describe, expect, it } from "vitest";
import { fileEdit } from "../../generated/tools/file-edit.js";
import { fileMove } from "../../generated/tools/file-move.js";
import { fileWrite } from "../../generated/tools/file-write.js";

/** Files that something executes, or that name what something executes. */
const executable = [
  ".git/hooks/pre-commit",
  ".GIT/config",
  "fixtures/origin.git/config",
  "bare/HEAD",
  ".gitmodules",
  ".husky/pre-commit",
  "lefthook.yml",
  ".pre-commit-config.yaml",
  ".github",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
  ".circleci/config.yml",
  "Jenkinsfile",
  ".env",
  ".envrc",
  ".bashrc",
  ".profile",
  ".npmrc",
  ".yarnrc.yml",
  ".prettierrc",
  ".prettierrc.json",
  ".eslintrc.cjs",
  ".babelrc",
  ".lintstagedrc.mjs",
  ".vscode/tasks.json",
  ".vscode/settings.json",
  ".idea/workspace.xml",
  ".devcontainer/devcontainer.json",
  "project.code-workspace",
  ".claude",
  ".claude/settings.local.json",
  ".claude/hooks/start.py",
  ".cursor/mcp.json",
  ".gemini/settings.json",
  ".storybook/main.js",
  ...[
    "prettier",
    "eslint",
    "vite",
    "rollup",
    "webpack",
    "babel",
    "jest",
    "vitest",
    "tailwind",
    "postcss",
  ].map((name) => `${name}.config.mjs`),
  ...["js", "cjs", "mjs", "ts", "mts", "cts"].map((ending) => `packages/app/next.config.${ending}`),
  "karma.conf.js",
  "jest.setup.ts",
  "vitest.workspace.ts",
  "package.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  ".pnpmfile.cjs",
  "tsconfig.build.json",
  "gulpfile.js",
  "node_modules/prettier/index.cjs",
  ".venv/bin/python",
  "Makefile",
  "GNUmakefile",
  "rules.mk",
  "justfile",
  "Taskfile.yml",
  "Dockerfile",
  "Dockerfile.dev",
  "docker-compose.yml",
  "compose.override.yaml",
  "CMakeLists.txt",
  "toolchain.cmake",
  "BUILD.bazel",
  "setup.py",
  "conftest.py",
  "mypy.ini",
  "pyproject.toml",
  "requirements-dev.txt",
  "build.rs",
  "Cargo.toml",
  ".cargo/config.toml",
  "go.mod",
  "Gemfile",
  "kiln.gemspec",
  "Rakefile",
  "lib/tasks/kiln.rake",
  ".rubocop.yml",
  "public/.htaccess",
  "project/plugins.sbt",
  "build.xml",
  "build.ninja",
  "build.gradle",
  "settings.gradle.kts",
  "gradle/wrapper/gradle-wrapper.properties",
  "pom.xml",
  "App.csproj",
  "Directory.Build.targets",
  "flake.nix",
  "run.sh",
  "run.ps1",
  "run.bat",
];

const ordinary = [
  "README.md",
  "src/head.ts",
  "src/index.ts",
  "src/config.ts",
  "src/setup.ts",
  "src/compose.ts",
  "src/user.service.ts",
  "data.json",
  "docs/configuration.md",
  "github/notes.md",
  "makefile-notes.md",
  ".claude/worktrees/one/src/index.ts",
];

const options = { content: "", mode: "create" } as const;

describe.each(["", "/home/kiln/project/", "C:\\project\\"])(
  "a file below '%s' that is executed later",
  (root) => {
    const isHigh = (rules: readonly { readonly risk?: string }[]): boolean =>
      rules.some(({ risk }) => risk === "high");

    it.each(executable)("is high risk for every tool that writes: %s", async (name) => {
      const path = root + (root.includes("\\") ? name.replaceAll("/", "\\") : name);
      expect(isHigh(await fileWrite.matchRules({ path, ...options }))).toBe(true);
      expect(isHigh(await fileEdit.matchRules({ path, oldText: "a", newText: "b", expectedCount: 1 }))).toBe(
        true,
      );
      expect(isHigh(await fileMove.matchRules({ from: "a.txt", to: path, overwrite: false }))).toBe(true);
    });

    it.each(ordinary)("is not mistaken for a sensitive file: %s", async (name) => {
      expect(await fileWrite.matchRules({ path: root + name, ...options })).toEqual([]);
    });
  },
);
