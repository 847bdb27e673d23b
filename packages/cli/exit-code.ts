/** What the command's exit code says. */
export const exitCode = {
  ok: 0,
  /** Findings in manifests, or generated files that are not fresh. */
  findings: 1,
  /** Wrong usage, configuration or parameters. */
  usage: 2,
  /** The tool failed or was denied. */
  toolFailed: 5,
  /** A bug of toolkiln. */
  bug: 70,
  interrupted: 130,
} as const;
