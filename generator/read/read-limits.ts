/** Bounds on what is read, so that no file can exhaust the process that reads it. */
export const readLimits: {
  readonly bytes: number;
  readonly depth: number;
  readonly values: number;
  readonly lines: number;
  readonly problems: number;
} = {
  /** Bytes of one file. */
  bytes: 1_048_576,
  /** Collections inside each other. The composer recurses, so this is checked before it runs. */
  depth: 64,
  /** Keys, values and comments of one file. */
  values: 45_000,
  /** Lines of one file: empty ones cost the parser as much as others. */
  lines: 100_000,
  /** Syntax errors told of one file: after the first few they are consequences of each other. */
  problems: 5,
};
