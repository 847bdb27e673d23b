import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExecutor } from "./executor.js";
import { createTestServices, disposeServices } from "./tools/services.js";

// A real application calls createServices; this one deletes its data at the end.
const folder = mkdtempSync(join(tmpdir(), "tracker-"));
const services = createTestServices({ workspacePath: folder });
const executor = await createExecutor(services, folder, ({ summary, warnings }) => {
  console.log(`Approved: ${summary}${warnings.map(({ message }) => ` (${message})`).join("")}`);
  return { decision: "approve" };
});

for (const title of ["Broken login", "Dark mode", "Slow search", "Typo", "Crash"]) {
  await executor.execute("issue-create", { title, labels: title === "Crash" ? ["bug"] : [] });
}
writeFileSync(join(folder, "crash.log"), "segmentation fault\n");
// A view of the executor for one request, with its session and user.
const request = executor.with({ sessionId: "s1", metadata: { user: "ann" } });
await request.execute("issue-attach", { id: 5, path: "crash.log" });
await request.execute("issue-notify", { id: 5 });
await request.execute("issue-close", { ids: [1, 2, 3, 4, 5] });
const { result } = await request.execute("issue-search", { filter: { state: "closed", labels: ["bug"] } });
if (result.success) console.log(result.data.issues.map(({ title }) => title)); // [ 'Crash' ]

await executor.dispose();
disposeServices(services);
rmSync(folder, { recursive: true });
