import {
  FunctionDefinition,
  mergeRegistries,
  ToolAvailabilityContext,
  ToolExecutor,
  ToolRegistry,
  type ToolRegistryChange,
} from "@toolkiln/runtime";
import { createRegistry } from "@toolkiln/runtime/codegen/v1";
import { MockTool } from "@toolkiln/runtime/testing";
import { JsonSchemaBuilder } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";
import { ToolHandle } from "../../../runtime/registry/tool-handle.js";
import { registry as generated } from "../../../generated/registry.js";

function registryOf(...tools: MockTool[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.registerTool(tool);
  return registry;
}

const idsOf = (tools: readonly { readonly id: string }[]) => tools.map(({ id }) => id);

describe("the registry of the test plan", () => {
  it("RegisterTool_AddsTool", () => {
    const registry = registryOf(new MockTool({ id: "test-tool" }));
    expect(registry.count).toBe(1);
    expect(registry.hasTool("test-tool")).toBe(true);
  });

  it("RegisterTool_Duplicate_ThrowsException", () => {
    const registry = registryOf(new MockTool({ id: "test-tool" }));
    expect(() => registry.registerTool(new MockTool({ id: "test-tool" }))).toThrow(
      "Tool 'test-tool' is already registered",
    );
    expect(registry.tryRegisterTool(new MockTool({ id: "test-tool" }))).toBe(false);
    expect(registry.count).toBe(1);
  });

  it("GetTool_ReturnsCorrectTool", () => {
    const tool = new MockTool({ id: "test-tool", name: "Test Tool" });
    const handle = registryOf(tool).getTool("test-tool");
    expect(handle?.name).toBe("Test Tool");
    expect(handle?.loaded).toBe(tool);
  });

  it("GetTool_NotFound_ReturnsNull", () => {
    for (const id of ["nonexistent", "", "__proto__", "constructor", "toString"]) {
      expect(new ToolRegistry().getTool(id)).toBeUndefined();
    }
  });

  it("UnregisterTool_RemovesTool", () => {
    const registry = registryOf(new MockTool({ id: "test-tool" }));
    expect(registry.unregisterTool("test-tool")).toBe(true);
    expect(registry.count).toBe(0);
    expect(registry.unregisterTool("test-tool")).toBe(false);
  });

  it("GetToolsByCategory_FiltersCorrectly", () => {
    const registry = registryOf(
      new MockTool({ id: "file-1", category: "file-system" }),
      new MockTool({ id: "file-2", category: "file-system" }),
      new MockTool({ id: "term-1", category: "terminal" }),
    );
    expect(idsOf(registry.getToolsByCategory("file-system"))).toEqual(["file-1", "file-2"]);
  });

  it("GetAvailableTools_WithContext_FiltersCorrectly", () => {
    const registry = registryOf(
      new MockTool({ id: "file-tool", category: "file-system" }),
      new MockTool({ id: "term-tool", category: "terminal" }),
    );
    expect(idsOf(registry.getAvailableTools({ hasTerminal: false }))).toEqual(["file-tool"]);
  });

  it("ToolsChanged_EventFires_OnRegister", () => {
    const registry = new ToolRegistry();
    const changes: ToolRegistryChange[] = [];
    registry.on("changed", (change) => changes.push(change));
    registry.registerTool(new MockTool({ id: "test-tool" }));
    expect(changes).toMatchObject([{ changeType: "added", tool: { id: "test-tool" } }]);
    expect(changes[0]?.timestamp).toBeInstanceOf(Date);
  });

  it("FunctionDefinitions_AreCorrectlyGenerated", async () => {
    const schema = JsonSchemaBuilder.create()
      .addString("path", "File path", { required: true })
      .addBoolean("recursive", "Search recursively")
      .build();
    const tool = new MockTool({ id: "test-tool", description: "A test tool", schema });
    const registry = registryOf(tool);
    const definitions = await registry.getFunctionDefinitions();
    expect(definitions).toEqual([{ name: "test-tool", description: "A test tool", parameters: schema }]);
    expect(await registry.getFunctionDefinition("test-tool")).toEqual(definitions[0]);
    expect(FunctionDefinition.fromTool(tool)).toEqual(definitions[0]);
    expect(await registry.getFunctionDefinition("other")).toBeUndefined();
  });

  it("defines tools for models without extension keywords, and keeps parameters that are named like one", async () => {
    const marked = { type: "string", "x-path": { within: "workspace" }, "x-own": { "x-inner": 1 } } as const;
    const tool = new MockTool({
      id: "marked",
      paths: [],
      schema: {
        type: "object",
        "x-own": true,
        properties: { "x-rate": marked, list: { type: "array", items: marked, default: [{ "x-kept": 1 }] } },
        $defs: { "x-def": { anyOf: [marked, { enum: [{ "x-kept": 2 }] }] } },
      },
    });
    expect((await registryOf(tool).getFunctionDefinition("marked"))?.parameters).toEqual({
      type: "object",
      properties: {
        "x-rate": { type: "string" },
        list: { type: "array", items: { type: "string" }, default: [{ "x-kept": 1 }] },
      },
      $defs: { "x-def": { anyOf: [{ type: "string" }, { enum: [{ "x-kept": 2 }] }] } },
    });
    const definitions = await generated.getFunctionDefinitions();
    expect(JSON.stringify(definitions)).not.toMatch(/"x-[\w-]+":/);
  });
});

describe("names", () => {
  it("finds an id in any case and rejects ids that differ only in case", () => {
    const registry = registryOf(new MockTool({ id: "file-read" }));
    expect(registry.getTool("File-Read")?.id).toBe("file-read");
    expect(registry.tryRegisterTool(new MockTool({ id: "FILE-READ", wireName: "other" }))).toBe(false);
  });

  it("finds a tool by an id that it had before, until another takes that id", () => {
    const registry = registryOf(new MockTool({ id: "file-read", renamedFrom: ["read-file"] }));
    expect(registry.getTool("read-file")?.id).toBe("file-read");
    registry.registerTool(new MockTool({ id: "read-file" }));
    expect(registry.getTool("read-file")?.id).toBe("read-file");
    expect(registry.getTool("file-read")?.id).toBe("file-read");
  });

  it("rejects a second tool with the same wire name", () => {
    const registry = registryOf(new MockTool({ id: "file-read", wireName: "file_read" }));
    expect(registry.getTool("file_read")?.id).toBe("file-read");
    expect(() => registry.registerTool(new MockTool({ id: "other", wireName: "file_read" }))).toThrow(
      "The wire name 'file_read' of tool 'other' belongs to tool 'file-read'",
    );
    registry.unregisterTool("file-read");
    expect(registry.getTool("file_read")).toBeUndefined();
    registry.registerTool(new MockTool({ id: "other", wireName: "file_read" }));
  });

  describe("all names of one tool", () => {
    const tool = new MockTool({ id: "file-read", wireName: "read_it", renamedFrom: ["read-file", "cat"] });
    const all = [
      "file-read",
      "read_it",
      "read-file",
      "read_file",
      "cat",
      "FILE-READ",
      "Read_It",
      "READ_FILE",
    ];

    it.each(all)("find the tool: %s", async (name) => {
      const registry = registryOf(new MockTool({ id: "other" }), tool);
      expect(registry.getTool(name)?.id).toBe("file-read");
      expect(registry.hasTool(name)).toBe(true);
      expect(await registry.getFunctionDefinition(name)).toMatchObject({ name: "read_it" });
      const executor = new ToolExecutor(registry);
      expect(await executor.dispatch(name, {})).toMatchObject({ toolId: "file-read", status: "completed" });
      expect((await executor.validate(name, {})).isValid).toBe(true);
      expect(idsOf(registry.getAvailableTools({ enabledToolIds: [name] }))).toEqual(["file-read"]);
      expect(registry.unregisterTool(name)).toBe(true);
    });
  });

  it("resolves a name as an id first, then as a wire name, a former id and a former wire name", () => {
    const holders = [
      new MockTool({ id: "former-wire", renamedFrom: ["the-name"] }),
      new MockTool({ id: "former-id", renamedFrom: ["the_name"] }),
      new MockTool({ id: "wire", wireName: "the_name" }),
      new MockTool({ id: "the_name", wireName: "different" }),
    ];
    for (const order of [holders, holders.toReversed()]) {
      const registry = registryOf(...order);
      const found = holders.map(() => {
        const id = registry.getTool("the_name")?.id ?? "";
        registry.unregisterTool(id);
        return id;
      });
      expect(found).toEqual(["the_name", "wire", "former-id", "former-wire"]);
    }
  });

  it("rejects wire names that differ only by case", () => {
    const registry = registryOf(new MockTool({ id: "file-read", wireName: "file_read" }));
    expect(registry.tryRegisterTool(new MockTool({ id: "other", wireName: "File_Read" }))).toBe(false);
  });

  it("accepts names of built-in properties such as constructor", () => {
    const registry = registryOf(new MockTool({ id: "constructor" }), new MockTool({ id: "__proto__" }));
    expect(registry.getTool("__proto__")?.id).toBe("__proto__");
    expect(registry.count).toBe(2);
  });
});

describe("changes", () => {
  it("reports added, updated and removed tools to each listener until it unsubscribes", () => {
    const registry = new ToolRegistry();
    const heard: string[] = [];
    const stop = registry.on("changed", ({ changeType }) => heard.push(changeType));
    expect(registry.replaceTool(new MockTool({ id: "a" }))).toBe(false);
    expect(registry.replaceTool(new MockTool({ id: "a", name: "New" }))).toBe(true);
    registry.unregisterTool("a");
    stop();
    registry.registerTool(new MockTool({ id: "b" }));
    expect(heard).toEqual(["added", "updated", "removed"]);
  });

  it("keeps the place of a tool that is replaced", () => {
    const registry = registryOf(new MockTool({ id: "a" }), new MockTool({ id: "b" }));
    registry.replaceTool(new MockTool({ id: "a", name: "New" }));
    expect(registry.tools.map(({ name }) => name)).toEqual(["New", "Mock Tool"]);
  });

  it("calls the next listener when one throws, and logs the error", () => {
    const log: string[] = [];
    const registry = new ToolRegistry({ logger: { error: (message) => void log.push(message) } });
    let heard = 0;
    registry.on("changed", () => {
      throw new Error("broken");
    });
    registry.on("changed", () => heard++);
    registry.registerTool(new MockTool({ id: "a" }));
    expect(heard).toBe(1);
    expect(log).toEqual(["A listener of 'changed' failed: broken"]);
  });
});

describe("availability", () => {
  const tools = registryOf(
    new MockTool({
      id: "read",
      category: "file-system",
      riskLevel: "safe",
      tags: ["files", "Fast"],
      paths: [{ pointer: "/path", within: "workspace" }],
    }),
    new MockTool({ id: "delete", category: "file-system", riskLevel: "high", tags: ["files"] }),
    new MockTool({ id: "shell", category: "terminal", riskLevel: "critical" }),
    new MockTool({ id: "open", category: "editor", riskLevel: "low" }),
    new MockTool({ id: "log", category: "git", renamedFrom: ["git-log"] }),
    new MockTool({ id: "build", requires: ["docker"], riskLevel: "medium" }),
  );
  const all = ["read", "delete", "shell", "open", "log", "build"];

  it.each<[string, ToolAvailabilityContext, readonly string[]]>([
    ["without filters", {}, all],
    ["without a workspace", { hasWorkspace: false }, ["delete", "shell", "open", "log", "build"]],
    ["without a terminal", { hasTerminal: false }, ["read", "delete", "open", "log", "build"]],
    ["without an editor", { hasEditor: false }, ["read", "delete", "shell", "log", "build"]],
    ["without a repository", { hasGitRepository: false }, ["read", "delete", "shell", "open", "build"]],
    ["without the required capability", { capabilities: [] }, ["read", "delete", "shell", "open", "log"]],
    ["with the required capability", { capabilities: new Set(["docker"]) }, all],
    ["with an allow-list", { enabledToolIds: ["READ", "git-log"] }, ["read", "log"]],
    ["with an empty allow-list", { enabledToolIds: new Set() }, all],
    [
      "with a former id in a deny-list",
      { disabledToolIds: ["git-log", "read"] },
      ["delete", "shell", "open", "build"],
    ],
    [
      "with another spelling in a deny-list",
      { disabledToolIds: ["GIT_LOG", "Read"] },
      ["delete", "shell", "open", "build"],
    ],
    ["up to a risk level", { maxRiskLevel: "low" }, ["read", "open", "log"]],
    ["of some categories", { includedCategories: ["git", "editor"] }, ["open", "log"]],
    ["with an empty list of categories", { includedCategories: [] }, all],
    [
      "outside excluded categories",
      { excludedCategories: new Set(["file-system"]) },
      ["shell", "open", "log", "build"],
    ],
    ["with all required tags", { requiredTags: ["FILES", "fast"] }, ["read"]],
    [
      "with the default context",
      ToolAvailabilityContext.default,
      ["read", "delete", "shell", "open", "build"],
    ],
    ["with the context safeOnly", ToolAvailabilityContext.safeOnly, ["read"]],
  ])("lists the tools %s", (_, context, expected) => {
    expect(idsOf(tools.getAvailableTools(context))).toEqual(expected);
  });

  it("filters by tag in any case and by risk", () => {
    expect(idsOf(tools.getToolsByTag("fast"))).toEqual(["read"]);
    expect(idsOf(tools.getToolsByRiskLevel("medium"))).toEqual(["read", "open", "log", "build"]);
  });

  it("omits tools that report that they are unavailable", async () => {
    const registry = registryOf(
      new MockTool({ id: "yes", isAvailable: () => true }),
      new MockTool({ id: "no", isAvailable: () => false }),
      new MockTool({ id: "later-no", isAvailable: async () => false }),
      new MockTool({
        id: "broken",
        isAvailable: () => {
          throw new Error("broken");
        },
      }),
    );
    expect(idsOf(registry.getAvailableTools())).toEqual(["yes", "later-no"]);
    expect(idsOf(await registry.searchTools("mock"))).toEqual(["yes"]);
    expect((await registry.getFunctionDefinitions()).map(({ name }) => name)).toEqual(["yes"]);
  });
});

describe("search", () => {
  const registry = registryOf(
    new MockTool({ id: "file-read", name: "Read File", description: "Reads text", tags: ["io"] }),
    new MockTool({ id: "git-log", name: "History", description: "Lists commits", tags: ["Versions"] }),
  );

  it.each([
    ["FILE", ["file-read"]],
    ["history", ["git-log"]],
    ["commits", ["git-log"]],
    ["versions", ["git-log"]],
    ["read text", ["file-read"]],
    ["  ", ["file-read", "git-log"]],
    ["nothing", []],
  ])("finds tools by %j", async (query, expected) => {
    expect(idsOf(await registry.searchTools(query))).toEqual(expected);
  });
});

describe("generated tools", () => {
  it("are described, searched and defined without loading an implementation", async () => {
    const definitions = await generated.getFunctionDefinitions({ maxRiskLevel: "safe" });
    expect(definitions.map(({ name }) => name)).toContain(generated.getTool("file-read")?.metadata.wireName);
    expect(idsOf(await generated.searchTools("trash"))).toContain("file-delete");
    expect(generated.tools.every(({ loaded }) => loaded === undefined)).toBe(true);
  });

  it("are sorted by id", () => {
    const ids = idsOf(generated.tools);
    expect(ids).toEqual(ids.toSorted());
  });

  it("read their catalogue once for concurrent lookups", async () => {
    const tools = ["a", "b"].map((id) => new MockTool({ id }));
    let imports = 0;
    const registry: ToolRegistry = createRegistry({
      index: () => tools.map(({ contract }) => contract.spec),
      catalog: async () => {
        imports++;
        return { catalog: { version: 1, tools: tools.map(({ contract }) => contract.spec) } };
      },
      implementations: Object.fromEntries(
        tools.map((tool) => [tool.contract.id, async () => ({ tool })] as const),
      ),
    });
    expect(idsOf(await registry.getToolSpecs())).toEqual(["a", "b"]);
    expect(imports).toBe(1);
  });
});

describe("replacing all tools", () => {
  it("lets a tool take over the wire name of another", () => {
    const named = (id: string, wireName: string) => new MockTool({ id, wireName });
    const registry = registryOf(named("a", "x"), named("b", "y"), named("c", "w"));
    const changes: string[] = [];
    registry.on("changed", ({ changeType, tool }) => changes.push(`${changeType} ${tool.id}`));
    registry.replaceTools(registryOf(named("a", "y"), named("b", "z"), named("d", "x")));
    expect(changes).toEqual(["removed c", "updated a", "updated b", "added d"]);
    expect(["y", "z", "x", "w"].map((name) => registry.getTool(name)?.id)).toEqual([
      "a",
      "b",
      "d",
      undefined,
    ]);
  });
});

describe("subsets and merges", () => {
  it("creates a registry with some of the tools, independent of later changes", () => {
    const registry = registryOf(new MockTool({ id: "a" }), new MockTool({ id: "b", riskLevel: "high" }));
    const part = registry.subset(["b"]);
    expect(idsOf(part.tools)).toEqual(["b"]);
    expect(part.getTool("b")).toBe(registry.getTool("b"));
    registry.unregisterTool("b");
    expect(part.hasTool("b")).toBe(true);
    expect(idsOf(registry.subset({ maxRiskLevel: "safe" }).tools)).toEqual(["a"]);
    expect(() => registry.subset(["c"])).toThrow("There is no tool 'c'");
  });

  it("imports a tool once if services are bound to a tool that is being imported", async () => {
    let imports = 0;
    const failing = async (): Promise<never> => {
      imports++;
      throw new Error("no luck");
    };
    const handle = new ToolHandle("a", failing);
    const loading = handle.load();
    const bound = handle.withServices({}).load();
    await expect(loading).rejects.toThrow("no luck");
    await expect(bound).rejects.toThrow("no luck");
    expect(imports).toBe(1);
  });

  it("merges two registries and rejects duplicate names", () => {
    const merged = mergeRegistries(generated, registryOf(new MockTool({ id: "own" })));
    expect(merged.count).toBe(generated.count + 1);
    expect(() => mergeRegistries(merged, registryOf(new MockTool({ id: "own" })))).toThrow(
      "already registered",
    );
  });
});
