import { describe, expect, it } from "vitest";
import { diagnostic, fileStart } from "../../../generator/diagnostics/diagnostic.js";
import { applySeverities } from "../../../generator/diagnostics/finalize-diagnostics.js";

const place = { file: "a.tool.yaml", range: fileStart };
const short = diagnostic("TK2016", place, "The description is short.");
const undescribed = diagnostic("TK2018", place, "`a` has no description.");
const invalid = diagnostic("TK3014", place, "The pattern is invalid.");

describe("the severities of a configuration", () => {
  it("leave diagnostics unchanged by default", () => {
    expect(applySeverities([short, invalid], {})).toEqual([short, invalid]);
  });

  it("can be set by code or by name", () => {
    const severities = { TK2016: "error", "undescribed-property": "hint" } as const;
    const severityOf = applySeverities([short, undescribed], { severities }).map(({ severity }) => severity);
    expect(severityOf).toEqual(["error", "hint"]);
  });

  it("can disable warnings, but not errors", () => {
    const severities = { TK2016: "off", TK3014: "off" } as const;
    expect(applySeverities([short, undescribed, invalid], { severities })).toEqual([undescribed, invalid]);
  });
});
