// Ajv compiling in the process, as it is used without code generation.
import { Ajv2020 } from "ajv/dist/2020.js";
import { validInput } from "../dispatch/tool.js";
import { parameters } from "../thousand-tools.js";
import { proveWith } from "./emitted.js";

export async function setUp() {
  const validate = new Ajv2020({ useDefaults: true }).compile(parameters);
  return { call: () => validate(validInput()), prove: proveWith((input) => validate(input)) };
}
