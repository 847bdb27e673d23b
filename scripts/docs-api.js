// npm run docs:api   writes the API reference of all packages to docs/api/ (ignored by git). TypeDoc needs an older
// TypeScript than the project, so it is installed with the packages of the full tests.
import { fullTests, installFullPackages } from "./full-packages.js";
import { step } from "./steps.js";

installFullPackages();
step("API reference", `${fullTests}/node_modules/.bin/typedoc`, "--options", "docs/typedoc.json");
