import { ToolCategoryMetadata } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { defaultRequirements, isKnownCategory, toolCategories } from "../../../runtime/tool/tool-category.js";

describe("a tool category", () => {
  it.each(toolCategories)("%s has a name, an icon and a description", (category) => {
    const { displayName, iconName, description } = ToolCategoryMetadata.getInfo(category);
    expect([displayName, iconName, description]).not.toContain("");
    expect(displayName).not.toBe("Unknown");
  });

  it("of a project is shown as the project declares it", () => {
    const billing = { displayName: "Billing", iconName: "coin", description: "Invoices" };
    expect(ToolCategoryMetadata.getInfo("billing", { billing })).toEqual(billing);
  });

  it("that is unknown, or only inherited, is shown as unknown", () => {
    const unknown = { displayName: "Unknown", iconName: "question", description: "Unknown category" };
    expect(ToolCategoryMetadata.getInfo("billing")).toEqual(unknown);
    expect(ToolCategoryMetadata.getInfo("toString", {})).toEqual(unknown);
    expect(isKnownCategory("toString")).toBe(false);
  });

  it("that is built in cannot be declared differently", () => {
    const git = { displayName: "Other", iconName: "x", description: "y" };
    expect(ToolCategoryMetadata.getInfo("git", { git })).toMatchObject({ displayName: "Git" });
  });

  it.each([
    ["git", [], ["git-repository"]],
    ["terminal", [], ["terminal"]],
    ["editor", [], ["editor"]],
    ["file-system", [{ within: "workspace" }], ["workspace"]],
    ["search", [{ within: "anywhere" }], undefined],
    ["custom", [{ within: "workspace" }], undefined],
  ] as const)("%s with the paths %j requires %j", (category, paths, required) => {
    expect(defaultRequirements(category, paths)).toEqual(required);
  });
});
