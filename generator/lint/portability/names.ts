import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { walkSchema } from "../../json-schema/walk-schema.js";
import { placeIn } from "../../read/places.js";
import { placeOfName, type AdaptedModel, type TargetTools } from "./target-tools.js";

/** Clients put prefixes before names and drop what becomes too long for them. */
const comfortable = 48;

/** Names reach the target as they were written. */
export function* checkNames({ target, tools }: TargetTools): Generator<Diagnostic> {
  for (const tool of tools) {
    yield* checkToolName(tool, target);
    yield* checkParameterNames(tool, target);
  }
}

function* checkToolName({ model, tool }: AdaptedModel, target: TargetTools["target"]): Generator<Diagnostic> {
  const { title, provider, options } = target;
  const { wireName } = { ...model.spec, ...model.spec.targets?.[provider.name] };
  const wanted = `${options.prefix ?? ""}${wireName}`;
  const { namePattern, nameLength } = provider.limits;
  if (tool.name !== wanted) {
    const message = `${title} does not accept the name \`${wanted}\`; it is sent as \`${tool.name}\`.`;
    const help = `Choose a \`wireName\` that matches ${namePattern.value} and has at most ${nameLength.value} characters${options.prefix === undefined ? "" : ", the prefix included"}.`;
    yield diagnostic("TK5001", placeOfName(model), message, { help });
  } else if (wanted.length > comfortable) {
    const message = `The name \`${wanted}\` has ${wanted.length} characters; clients that add a prefix of their own may drop it.`;
    const help = `Choose a \`wireName\` so that it has at most ${comfortable}.`;
    yield diagnostic("TK5001", placeOfName(model), message, { help });
  }
}

function* checkParameterNames({ model }: AdaptedModel, target: TargetTools["target"]): Generator<Diagnostic> {
  const { parameterPattern } = target.provider.limits;
  if (parameterPattern === undefined) return;
  const legal = new RegExp(parameterPattern.value);
  for (const { name, keyword, path } of walkSchema(model.spec.inputSchema, [])) {
    if (keyword !== "properties" || legal.test(String(name))) continue;
    const message = `${target.title} does not accept the parameter name \`${name}\`.`;
    const help = `Choose a name that matches ${parameterPattern.value}; \`x-renamed-from\` keeps the old one working.`;
    yield diagnostic("TK5002", placeIn(model.origin, ["schema", ...path], "key"), message, { help });
  }
}
