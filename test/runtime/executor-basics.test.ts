import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { registry } from "../../generated/registry.js";

describe("a generated tool through the executor", () => {
  it("denies a high-risk call when no approver is set", async () => {
    const executor = new ToolExecutor(registry, { paths: { resolve: async (path) => ({ ok: true, path }) } });
    const { status, result, approval } = await executor.execute("file-delete", { path: "build" });
    expect(status).toBe("denied");
    expect(approval).toBe("denied");
    expect(result.success).toBe(false);
    expect(result.error?.code).toBe("Denied");
  });

  it("reports invalid input before anything else", async () => {
    const executor = new ToolExecutor(registry);
    const { status, result } = await executor.dispatch("file-read", { pth: "README.md" });
    expect(status).toBe("invalid");
    expect(result.data).toMatchObject({
      errors: [{ parameterName: "path", errorCode: "required" }, { errorCode: "unknown_parameter" }],
    });
  });

  it("returns a failure for an unknown id", async () => {
    const { status, result } = await new ToolExecutor(new ToolRegistry()).dispatch("nope", {});
    expect(status).toBe("notFound");
    expect(result.error).toMatchObject({ code: "ToolNotFound", message: "Tool 'nope' not found" });
  });
});
