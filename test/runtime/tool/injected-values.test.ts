import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { compileSchema } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";
import { registry } from "../../../generated/registry.js";

const schemas = {
  tenant: { type: "string", minLength: 3, pattern: "^t-" },
  limits: { type: "object", properties: { depth: { type: "integer", maximum: 5 } }, required: ["depth"] },
  handle: {},
} as const;

/** Calls a tool whose parameters are all supplied by the application, under other names. */
async function callWith(inject: object) {
  const ran: unknown[] = [];
  const contract = defineContract<object, object, unknown, "t", object>({
    id: "t",
    wireName: "t",
    name: "T",
    description: "T.",
    category: "custom",
    risk: "safe",
    kind: "structured",
    result: {},
    inputSchema: { type: "object", additionalProperties: false },
    inject: Object.keys(schemas).map((parameter) => ({ parameter, key: `${parameter}Key`, optional: true })),
    validators: () => ({
      params: compileSchema({ type: "object", additionalProperties: false }),
      injected: compileSchema({ properties: schemas }),
    }),
  });
  const tools = new ToolRegistry();
  tools.registerTool(contract.implement((params) => void ran.push(params)));
  const { status, result } = await new ToolExecutor(tools).dispatch("t", {}, { inject });
  return { status, ran, text: result.toLlmContext(), details: JSON.stringify(result.error ?? "") };
}

describe("values that the application supplies", () => {
  it.each<[object, string, string]>([
    [{ tenantKey: 987_654 }, "tenantKey", "must be string"],
    [{ tenantKey: "no-secret" }, "tenantKey", "must match pattern"],
    [{ tenantKey: null }, "tenantKey", "must be string"],
    [{ limitsKey: "deep-secret" }, "limitsKey", "must be object"],
    [{ limitsKey: { depth: 987_654 } }, "limitsKey/depth", "must be <= 5"],
    [{ limitsKey: { other: "no-secret" } }, "limitsKey", "must have required property 'depth'"],
  ])("are invalid when they do not fit the schema: %j", async (inject, place, reason) => {
    const { status, ran, text, details } = await callWith(inject);
    expect([status, ran]).toEqual(["invalid", []]);
    expect(text).toContain(`The application supplied an invalid value for '${place}': it ${reason}`);
    expect(details).toContain("invalid_injection");
    expect(text + details).not.toMatch(/secret|987654/);
  });

  it.each<object>([{}, { tenantKey: "t-1" }, { limitsKey: { depth: 5 } }, { handleKey: new Map() }, { handleKey: () => 1 }])(
    "are accepted when they fit the schema: %o",
    async (inject) => {
      expect((await callWith(inject)).status).toBe("completed");
    },
  ); // prettier-ignore

  it("are validated for every generated tool with injected parameters", async () => {
    const specs = (await registry.getToolSpecs()).filter(({ inject }) => inject !== undefined);
    expect(specs.map(({ id }) => id)).toContain("http-request");
    const execution = await new ToolExecutor(registry).dispatch(
      "http-request",
      { url: "https://127.0.0.1/" },
      { inject: { allowPrivateAddresses: "yes" } },
    );
    expect(execution.status).toBe("invalid");
    expect(execution.result.error?.message).toMatch(/allowPrivateAddresses|invalid/);
  });
});
