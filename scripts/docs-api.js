// npm run docs:api   writes the API reference of all packages to docs/api/, which git ignores. TypeDoc needs an older compiler than
// the project, so it is installed with the packages of the full tests.
import { fullTests, installFullPackages } from "./full-packages.js";
import { step } from "./steps.js";

installFullPackages();
step("API reference", `${fullTests}/node_modules/.bin/typedoc`, "--options", "docs/typedoc.json");
