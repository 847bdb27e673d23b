// Bundles the command, its commands as chunks that are loaded when they are called: many small modules cost start-up
// time. What a short command needs of the generator comes along; everything else stays where it is installed.
import { bundlePackage } from "./bundle.js";
import { compiledSchemas } from "./compiled-schemas.js";

const root = new URL("../packages/cli/", import.meta.url);
// Small parts of the generator only. What reads the cache has to be the generator's own copy, because the cache is known by
// the code that it lies beside; what compiles would bring the whole generator along.
const inlined =
  /^(commander|picocolors|@toolkiln\/project|@toolkiln\/runtime\/(?:vocabulary|json)|@toolkiln\/generator\/(?:config|format|node-host))$/;

await bundlePackage(root, {
  input: { main: new URL("main.ts", root).pathname, index: new URL("index.ts", root).pathname },
  isInlined: (id) => inlined.test(id),
  plugins: [compiledSchemas],
  // What every command loads at once comes in one file.
  groups: [{ name: "start", test: /[\\/](refusal|project-error|output|command)\.ts$/ }],
});
