import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { riskLevels, toolCategories, toolResultContentTypes } from "@toolkiln/runtime/vocabulary";
import type { JsonObject } from "../model/json-object.js";
import { providerNames } from "../model/provider-names.js";
import { idPattern } from "../model/tool-id.js";
import { schemaDefinition } from "./schema-definition.js";

const text = { type: "string", pattern: "\\S", "x-expected": "text that says something" };
const flag = { type: "boolean", "x-expected": "`true` or `false`" };
const words = {
  type: "array",
  items: { type: "string", minLength: 1, pattern: "^\\S(.*\\S)?$", "x-expected": "a word" },
  uniqueItems: true,
  "x-expected": "a list such as `[one, two]`",
};
/** Beside a bare `$ref` draft-07 ignores everything, so descriptions go with `allOf`. */
const schema = { $ref: "#/definitions/schema" };
const anyMapping = { type: "object", "x-expected": "a mapping" };

const rule = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  "x-expected": "a mapping with `when` and what follows from it",
  properties: {
    when: {
      type: "object",
      minProperties: 1,
      additionalProperties: schema,
      "x-expected": "a mapping of parameters to schemas",
      description: "Conditions by parameter; all named have to be present and match.",
    },
    whenSchema: {
      allOf: [schema],
      description: "A whole schema of the parameters, where `when` is not enough.",
    },
    risk: { enum: [...riskLevels], description: "The risk of calls that match. Risk only ever rises." },
    warn: {
      type: "object",
      additionalProperties: false,
      required: ["code", "message"],
      properties: {
        code: { ...text, description: "A word for programs, such as `sensitive_file`." },
        parameter: { ...text, description: "The parameter that the warning is about." },
        message: { ...text, description: "What the approver should know." },
      },
      "x-expected": "a mapping with `code` and `message`",
      description: "A warning for the approver.",
    },
  },
};

const display = {
  type: "object",
  additionalProperties: false,
  "x-expected": "a mapping such as `{ preferredView: code }`",
  description: "How the result would like to be shown.",
  properties: {
    preferredView: {
      enum: ["text", "markdown", "code", "diff", "table", "tree", "image", "raw", "hidden"],
      description: "The view to show the data in.",
    },
    language: { ...text, description: "The language to highlight code in, such as `typescript`." },
    collapsed: { ...flag, description: "Whether the view starts collapsed." },
    maxHeight: {
      type: "integer",
      minimum: 1,
      "x-expected": "a number of lines",
      description: "Lines that are shown at once.",
    },
    priority: { type: "number", "x-expected": "a number", description: "Higher results are shown first." },
    fieldTypes: {
      description: "How the columns of a table are formatted.",
      type: "object",
      additionalProperties: { enum: ["string", "number", "boolean", "date", "url", "path"] },
      "x-expected": "a mapping of fields to types",
    },
  },
};

const kind = {
  "x-suggest": wellKnownKinds,
  description: `One of ${wellKnownKinds.join(", ")}, or your own such as \`git.status\`.`,
};

const result = {
  type: ["string", "object"],
  minLength: 1,
  "x-suggest": wellKnownKinds,
  additionalProperties: false,
  required: ["kind"],
  "x-expected": "a kind such as `text`, or a mapping with `kind`",
  description: "What the tool returns: a kind, or a mapping with more about it.",
  properties: {
    kind: { ...text, ...kind },
    data: { allOf: [schema], description: "JSON Schema of the data; needed for your own kinds." },
    maxDataLength: {
      type: "integer",
      minimum: 1,
      "x-expected": "a number of characters from 1",
      description: "Characters of serialised data that a model is shown at most.",
    },
    mimeType: {
      ...text,
      pattern: "^[\\w.+-]+/[\\w.+-]+",
      "x-expected": "a type such as `text/plain`",
      description: "The media type of the data, such as `text/plain`.",
    },
    display,
  },
};

/** What a test may expect something of; values are compared as they are. */
const expectedParts = {
  success: { ...flag, description: "Whether the call succeeds." },
  status: {
    "x-suggest": ["completed", "failed", "invalid", "denied", "cancelled", "timedOut", "unavailable"],
    description: "How the call ends.",
  },
  approval: { description: "How the call was approved or denied." },
  data: { description: "Parts of the data that the tool returns." },
  kind,
  message: { description: "The message of the result." },
  summary: { description: "The summary of the result." },
  artifacts: { description: "The artifacts of the result." },
  suggestedFollowUps: { description: "What the result suggests to do next." },
  error: { description: "Parts of the error: `code`, `message`." },
};

const testCall = {
  params: { ...anyMapping, description: "What the tool is called with." },
  inject: { ...anyMapping, description: "Values for parameters with `x-inject`." },
  expect: {
    type: "object",
    additionalProperties: false,
    "x-expected": "a mapping such as `{ success: true }`",
    description: "What the result has to be: the parts that are named.",
    properties: expectedParts,
  },
};

const test = {
  type: "object",
  additionalProperties: false,
  required: ["title"],
  "x-expected": "a mapping with `title` and `params`",
  properties: {
    title: { ...text, description: "What the test shows." },
    ...testCall,
    steps: {
      type: "array",
      minItems: 1,
      "x-expected": "a list of calls",
      description:
        "Calls that are made one after another, instead of one; each has to succeed or be as expected.",
      items: {
        type: "object",
        additionalProperties: false,
        "x-expected": "a mapping with `params`",
        properties: {
          tool: { ...text, description: "The tool that is called; this one when left out." },
          ...testCall,
        },
      },
    },
    fixtures: {
      ...text,
      description: "A folder that is copied into the workspace, relative to this file.",
    },
    workspace: {
      type: "object",
      additionalProperties: { type: "string", "x-expected": "the text of the file" },
      "x-expected": "a mapping of paths to texts",
      description: "Files that are there when the tool runs.",
    },
    hermetic: { ...flag, description: "Lets a risky tool run, because the test cannot do harm." },
  },
};

const targetOverride = {
  type: "object",
  additionalProperties: false,
  "x-expected": "a mapping with `description`, `wireName` or `strict`",
  properties: {
    wireName: { ...text, description: "The name of the tool at this provider." },
    description: { ...text, description: "The description for this provider." },
    strict: { ...flag, description: "Whether this provider is asked to follow the schema strictly." },
  },
};

const deferLoading = { ...flag, description: "Let the model find the tool by searching for it." };

function callers(...names: readonly string[]): JsonObject {
  return {
    type: "array",
    items: { enum: [...names] },
    minItems: 1,
    uniqueItems: true,
    "x-expected": `a list of ${names.join(", ")}`,
    description: "Who may call the tool: the model, or code that it writes.",
  };
}

/** What only one provider understands. */
const targetFields: Readonly<Record<string, JsonObject>> = {
  openai: {
    deferLoading,
    namespace: { ...text, description: "The group that the tool is listed in." },
    allowedCallers: callers("direct", "programmatic"),
  },
  anthropic: {
    deferLoading,
    allowedCallers: callers("direct", "code_execution_20250825", "code_execution_20260120"),
    cacheControl: {
      type: "object",
      additionalProperties: false,
      "x-expected": "a mapping, such as `{ ttl: 1h }`",
      properties: { ttl: { enum: ["5m", "1h"], description: "How long the cached part is kept." } },
      description: "End the cached part of a request with this tool.",
    },
    eagerInputStreaming: { ...flag, description: "Send arguments before they are complete." },
  },
  "openai-agents": { deferLoading },
};

function overrideFor(provider: string): JsonObject {
  const properties = { ...targetOverride.properties, ...targetFields[provider] };
  const names = Object.keys(properties).map((name) => `\`${name}\``);
  return {
    ...targetOverride,
    properties,
    "x-expected": `a mapping with ${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`,
    description: `Overrides for ${provider}.`,
  };
}

/** Keys that a manifest and a `_defaults.yaml` share. */
const sharedProperties = {
  toolkiln: { const: 1, description: "Version of the manifest format." },
  category: { enum: [...toolCategories], description: "What the tool works on." },
  risk: {
    enum: [...riskLevels],
    description: "What a call can do at worst; from `medium` on it needs approval.",
  },
  tags: { ...words, description: "Words to find and group tools by." },
  requires: {
    ...words,
    description: "Capabilities of the surroundings: workspace, terminal, editor, git-repository or your own.",
  },
  uses: {
    ...words,
    items: {
      type: "string",
      pattern: "^(?!get$)[a-z][A-Za-z0-9]*$",
      "x-expected": "the name of a service such as `database`: letters and digits, lower case first",
    },
    description: "Services that the implementation finds in `context.services`; the project declares them.",
  },
  timeout: {
    type: ["string", "integer"],
    pattern: "^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$",
    "x-expected": "a duration such as `30s`, `500ms` or `2m`",
    "x-code": "TK2007",
    description: "How long a call may take: `500ms`, `30s`, `2m`, or milliseconds.",
  },
  result,
  hints: {
    type: "object",
    additionalProperties: false,
    "x-expected": "a mapping such as `{ idempotent: true }`",
    description: "Behaviour that risk does not already imply.",
    properties: {
      idempotent: { ...flag, description: "Calling it again with the same parameters changes nothing more." },
      openWorld: { ...flag, description: "It reaches beyond the local machine." },
      readOnly: { ...flag, description: "It changes nothing." },
      destructive: { ...flag, description: "It may delete or overwrite something." },
    },
  },
  targets: {
    type: "object",
    "x-expected": "a mapping of providers to overrides",
    description: "What one provider is told instead.",
    additionalProperties: false,
    properties: Object.fromEntries(providerNames.map((name) => [name, overrideFor(name)])),
    // Providers that an application defines itself.
    patternProperties: { "^x-": targetOverride },
  },
  envelope: {
    type: "object",
    additionalProperties: false,
    "x-expected": "a mapping",
    description: "Fields of the result's envelope.",
    properties: {
      schemaRef: { ...text, description: "Where the schema of the payload is published." },
      tags: { ...words, description: "Words that consumers of envelopes filter by." },
      compat: { ...anyMapping, description: "Fields that older consumers expect, copied as they are." },
      payloadPath: { ...text, description: "The field that holds the data." },
      contentType: {
        enum: [...toolResultContentTypes],
        description: "What the payload is; follows from the kind and the data when absent.",
      },
    },
  },
};

const idForm = {
  type: "string",
  pattern: idPattern,
  maxLength: 64,
  "x-expected": "lowercase words joined by hyphens, such as `file-read`, at most 64 characters",
  "x-code": "TK2005",
};

const ownProperties = {
  id: {
    ...idForm,
    description: "Unique name of the tool; the file is `<id>.tool.yaml`.",
  },
  wireName: {
    type: "string",
    pattern: "^[A-Za-z0-9_][A-Za-z0-9_.-]*$",
    maxLength: 128,
    "x-expected": "letters, digits, `_`, `-` and `.`, at most 128 characters",
    "x-code": "TK4008",
    description: "The name that models see; the id when left out.",
  },
  name: { ...text, description: "The name that people see; the id in title case when left out." },
  description: { ...text, description: "For the model: what the tool does, when to use it, its limits." },
  executionSummary: { ...text, description: "One line for the approver, with `{parameter}` placeholders." },
  schema: {
    allOf: [schema],
    type: "object",
    "x-expected": "a JSON Schema of the parameters",
    description: "JSON Schema 2020-12 of the parameters: an object, closed unless it says otherwise.",
    "x-code": "TK2004",
  },
  rules: {
    type: "array",
    items: rule,
    "x-expected": "a list of rules",
    description: "What follows when parameters match a condition, in order.",
  },
  concurrency: {
    type: "array",
    "x-expected": 'a list such as `[{ key: "file:{path}", mode: shared }]`',
    description: "Resources that calls share or exclude each other from.",
    items: {
      type: "object",
      additionalProperties: false,
      required: ["key", "mode"],
      "x-expected": "a mapping with `key` and `mode`",
      properties: {
        key: { ...text, description: "The resource, with `{parameter}` placeholders: `file:{path}`." },
        mode: {
          enum: ["shared", "exclusive"],
          description: "`shared` calls run together; an `exclusive` one runs alone.",
        },
      },
    },
  },
  examples: {
    type: "array",
    "x-expected": "a list of examples",
    description: "Calls that show how the tool is meant; validated, shown to models, never executed.",
    items: {
      type: "object",
      additionalProperties: false,
      required: ["title", "params"],
      "x-expected": "a mapping with `title` and `params`",
      properties: {
        title: { ...text, description: "What the example shows." },
        params: { ...anyMapping, description: "What a model would send." },
      },
    },
  },
  tests: {
    type: "array",
    items: test,
    "x-expected": "a list of tests",
    description: "Executed by `toolkiln test`.",
  },
  renamedFrom: { ...words, items: idForm, description: "Ids that the tool had before; they still find it." },
  deprecated: { ...text, description: "Why not to use it any more, and what to use instead." },
};

/** Keys that a manifest cannot do without. */
export const requiredKeys = ["id", "description", "category", "risk", "result"] as const;

/** The JSON Schema of a manifest, with the categories that the configuration declares. */
export function manifestSchema(categories: readonly string[] = []): JsonObject {
  const { category } = sharedProperties;
  return {
    type: "object",
    additionalProperties: false,
    required: [...requiredKeys],
    properties: {
      ...ownProperties,
      ...sharedProperties,
      category: { ...category, enum: [...category.enum, ...categories] },
    },
    definitions: { schema: schemaDefinition },
  };
}

/** The JSON Schema of a `_defaults.yaml`: what a folder's manifests may share. */
export function defaultsSchema(): JsonObject {
  const whole = manifestSchema();
  const properties = whole["properties"] as JsonObject;
  const shared = Object.keys(sharedProperties).map((key) => [key, properties[key]]);
  return { ...whole, required: [], properties: Object.fromEntries(shared) as JsonObject };
}

/** How both schemas are compiled: every error is reported, with the schema that it violates. */
export const manifestValidatorOptions = {
  allErrors: true,
  strict: false,
  verbose: true,
  ownProperties: true,
  meta: false,
  validateSchema: false,
} as const;
