/** Input limits, so that no file can exhaust memory or time. */
export const readLimits = {
  /** Bytes of one file. */
  bytes: 1_048_576,
  /** Nesting depth. The composer recurses, so this is checked before it runs. */
  depth: 64,
  /** Lines of one file: empty ones cost the parser as much as others. */
  lines: 100_000,
  /** YAML tokens of one file: keys, values, comments and punctuation; white space counts less. */
  parts: 60_000,
  /** Syntax errors reported for one file: after the first few they are consequences of each other. */
  problems: 5,
  /** Diagnostics reported for one file that cannot be read. */
  diagnostics: 100,
} as const;
