import type { TestOutcome } from "@toolkiln/project";

/** Test outcomes as JUnit XML, with one suite per tool. */
export function junitReport(outcomes: readonly TestOutcome[]): string {
  const lines = [...new Set(outcomes.map(({ tool }) => tool))].flatMap((tool) => {
    const tests = outcomes.filter((outcome) => outcome.tool === tool);
    return [`  <testsuite name="${escape(tool)}"${counts(tests)}>`, ...tests.map(testCase), "  </testsuite>"];
  });
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name="toolkiln"${counts(outcomes)}>`,
    ...lines,
    "</testsuites>",
    "",
  ].join("\n");
}

export function countOutcomes(
  tests: readonly TestOutcome[],
): Readonly<Record<TestOutcome["status"], number>> {
  const of = (status: TestOutcome["status"]) => tests.filter((test) => test.status === status).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}

function counts(tests: readonly TestOutcome[]): string {
  const { failed, skipped } = countOutcomes(tests);
  const seconds = tests.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  return ` tests="${tests.length}" failures="${failed}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

function testCase({ tool, title, status, durationMs, message = "", file }: TestOutcome): string {
  const head = `    <testcase classname="${escape(tool)}" name="${escape(title)}" file="${escape(file)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (status === "passed") return `${head}/>`;
  const first = message.split("\n")[0] ?? "";
  const body =
    status === "skipped"
      ? `<skipped message="${escape(first)}"/>`
      : `<failure message="${escape(first)}">${escape(message)}</failure>`;
  return `${head}>${body}</testcase>`;
}

/** XML cannot represent most control characters, so they become `\u{…}` escapes. */
function escape(text: string): string {
  return text
    .replaceAll(
      /[^\P{Cc}\n\t]|[\uFFFE\uFFFF]|\p{Cs}/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
