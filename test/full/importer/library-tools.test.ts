import { join } from "node:path";
import { expect, it } from "vitest";
import { ImportedProject } from "../../importer/imported-project.js";
import { repositoryRoot } from "../../support/repository.js";

it("runs the tools of every library as before the import", async () => {
  const project = new ImportedProject();
  const location = join(repositoryRoot, "test/full/importer/fixtures/library-tools.ts");
  const { tools } = await project.import({ kind: "code", location });
  expect(tools.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual([
    "agent-weather new",
    "ai-json new",
    "ai-weather new",
    "chain-weather new",
    "message-weather new",
    "server-weather new",
  ]);
  const executor = await project.executor();
  const answers: Record<string, unknown> = {};
  for (const { id } of tools) {
    // `days` is always passed, because some libraries require parameters with defaults.
    const { result } = await executor.execute(id, id === "ai-json" ? { n: 1 } : { city: " Rome ", days: 3 });
    const [part] = result.content;
    answers[id] = result.success
      ? (result.data ?? (part?.type === "text" ? part.text : undefined))
      : result.error.message;
  }
  await executor.dispose();
  expect(answers).toEqual({
    "ai-weather": "Rome for 3 days",
    "ai-json": 2,
    "agent-weather": "Rome for 3 days",
    "chain-weather": "Rome for 3 days",
    "message-weather": "Rome for 3 days",
    "server-weather": "Rome for 3 days",
  });
});
