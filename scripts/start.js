// The main job, once: generates the bindings of manifests/, lists the tools, runs one and shows its result.
import { step } from "./steps.js";

step("generate the bindings of manifests/", "toolkiln", "generate");
step("list the tools", "toolkiln", "list");
step("run one", "toolkiln", "run", "file-read", "--path", "manifests/file-read.tool.yaml", "--end-line", "9");
