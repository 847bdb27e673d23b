/** Sends what tools print to standard error while something runs: standard output is for the result alone. */
export async function divertOutput<T>(run: () => Promise<T>): Promise<T> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  try {
    return await run();
  } finally {
    stdout.write = write;
  }
}
