// Written by `npm run schema` from schema/manifest.yaml. Do not edit.
import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";

/**
 * The manifest of a tool that language models call.
 */
export interface Manifest {
  /**
   * Version of the manifest format.
   */
  toolkiln?: 1;
  /**
   * Unique name of the tool; the file is `<id>.tool.yaml`.
   */
  id: string;
  /**
   * The name that models see; derived from the id when left out.
   */
  wireName?: string;
  /**
   * The name that people see; the id in title case when left out.
   */
  name?: string;
  /**
   * For the model: what the tool does, when to use it, its limits.
   */
  description: string;
  /**
   * What the tool works on.
   */
  category: string;
  /**
   * The minimum risk of a call; `medium` and higher need approval.
   */
  risk: "safe" | "low" | "medium" | "high" | "critical";
  /**
   * Words to find and group tools by.
   */
  tags?: string[];
  /**
   * Capabilities of the environment: workspace, terminal, editor, git-repository or your own.
   */
  requires?: string[];
  /**
   * Services that the implementation finds in `context.services`; the project declares them.
   */
  uses?: string[];
  /**
   * One line for the approver, with `{parameter}` placeholders.
   */
  executionSummary?: string;
  /**
   * How long a call may take: `500ms`, `30s`, `2m`, or milliseconds.
   */
  timeout?: string | number;
  /**
   * JSON Schema 2020-12 of the parameters: an object. Unknown parameters are rejected by default.
   */
  schema?: JsonSchemaObject;
  /**
   * Raise the risk or warn when parameters match, in order.
   */
  rules?: {
    /**
     * Conditions by parameter; all must be present and match.
     */
    when?: {
      [k: string]: JsonSchemaObject;
    };
    /**
     * A whole schema of the parameters, where `when` is not enough.
     */
    whenSchema?: JsonSchemaObject;
    /**
     * The risk of calls that match. Risk only ever rises.
     */
    risk?: "safe" | "low" | "medium" | "high" | "critical";
    /**
     * A warning for the approver.
     */
    warn?: {
      /**
       * An identifier, such as `sensitive_file`.
       */
      code: string;
      /**
       * The parameter that the warning is about.
       */
      parameter?: string;
      /**
       * What the approver should know.
       */
      message: string;
    };
  }[];
  /**
   * Resources that calls lock, shared or exclusively.
   */
  concurrency?: {
    /**
     * The resource, with `{parameter}` placeholders: `file:{path}`.
     */
    key: string;
    /**
     * `shared` calls run together; an `exclusive` one runs alone.
     */
    mode: "shared" | "exclusive";
  }[];
  /**
   * What the tool returns: a kind, or a mapping with more about it.
   */
  result:
    | string
    | {
        /**
         * One of text, diff, file_content, file_list, table, image, structured, or your own such as `git.status`.
         */
        kind: string;
        /**
         * JSON Schema of the data; needed for your own kinds.
         */
        data?: JsonSchemaObject;
        /**
         * Maximum characters of serialised data shown to a model.
         */
        maxDataLength?: number;
        /**
         * The media type of the data, such as `text/plain`.
         */
        mimeType?: string;
        /**
         * How to show the result.
         */
        display?: {
          /**
           * The view to show the data in.
           */
          preferredView?:
            | "text"
            | "markdown"
            | "code"
            | "diff"
            | "table"
            | "tree"
            | "image"
            | "raw"
            | "hidden";
          /**
           * The language to highlight code in, such as `typescript`.
           */
          language?: string;
          /**
           * Whether the view starts collapsed.
           */
          collapsed?: boolean;
          /**
           * Maximum number of lines to show.
           */
          maxHeight?: number;
          /**
           * Results with a higher priority are shown first.
           */
          priority?: number;
          /**
           * How the columns of a table are formatted.
           */
          fieldTypes?: {
            [k: string]: "string" | "number" | "boolean" | "date" | "url" | "path";
          };
        };
      };
  /**
   * Calls that show how to use the tool; validated, shown to models, never executed.
   */
  examples?: {
    /**
     * What the example shows.
     */
    title: string;
    /**
     * What a model would send.
     */
    params: { [key: string]: JsonValue };
  }[];
  /**
   * Executed by `toolkiln test`.
   */
  tests?: {
    /**
     * What the test shows.
     */
    title: string;
    /**
     * Lets a risky tool run, because the test cannot do harm.
     */
    hermetic?: boolean;
    /**
     * A folder that is copied into the workspace, relative to this file.
     */
    fixtures?: string;
    /**
     * Files that are there when the tool runs.
     */
    workspace?: {
      [k: string]: string;
    };
    /**
     * What the tool is called with.
     */
    params?: { [key: string]: JsonValue };
    /**
     * Values for parameters with `x-inject`.
     */
    inject?: { [key: string]: JsonValue };
    /**
     * Parts of the expected result.
     */
    expect?: {
      /**
       * Whether the call succeeds.
       */
      success?: boolean;
      /**
       * How the call ends.
       */
      status?: unknown;
      /**
       * How the call was approved or denied.
       */
      approval?: unknown;
      /**
       * Parts of the data that the tool returns.
       */
      data?: unknown;
      /**
       * One of text, diff, file_content, file_list, table, image, structured, or your own such as `git.status`.
       */
      kind?: unknown;
      /**
       * The message of the result.
       */
      message?: unknown;
      /**
       * The summary of the result.
       */
      summary?: unknown;
      /**
       * The artifacts of the result.
       */
      artifacts?: unknown;
      /**
       * The next steps that the result suggests.
       */
      suggestedFollowUps?: unknown;
      /**
       * Parts of the error: `code`, `message`.
       */
      error?: unknown;
    };
    /**
     * Calls in order, instead of one call; each must succeed or match its `expect`.
     */
    steps?: {
      /**
       * The tool that is called; this one when left out.
       */
      tool?: string;
      /**
       * What the tool is called with.
       */
      params?: { [key: string]: JsonValue };
      /**
       * Values for parameters with `x-inject`.
       */
      inject?: { [key: string]: JsonValue };
      /**
       * Parts of the expected result.
       */
      expect?: {
        /**
         * Whether the call succeeds.
         */
        success?: boolean;
        /**
         * How the call ends.
         */
        status?: unknown;
        /**
         * How the call was approved or denied.
         */
        approval?: unknown;
        /**
         * Parts of the data that the tool returns.
         */
        data?: unknown;
        /**
         * One of text, diff, file_content, file_list, table, image, structured, or your own such as `git.status`.
         */
        kind?: unknown;
        /**
         * The message of the result.
         */
        message?: unknown;
        /**
         * The summary of the result.
         */
        summary?: unknown;
        /**
         * The artifacts of the result.
         */
        artifacts?: unknown;
        /**
         * The next steps that the result suggests.
         */
        suggestedFollowUps?: unknown;
        /**
         * Parts of the error: `code`, `message`.
         */
        error?: unknown;
      };
    }[];
  }[];
  /**
   * Behaviour that risk does not already imply.
   */
  hints?: {
    /**
     * Calling it again with the same parameters changes nothing more.
     */
    idempotent?: boolean;
    /**
     * It reaches beyond the local machine.
     */
    openWorld?: boolean;
    /**
     * It changes nothing.
     */
    readOnly?: boolean;
    /**
     * It may delete or overwrite something.
     */
    destructive?: boolean;
  };
  /**
   * Overrides for each provider.
   */
  targets?: {
    [k: string]: {
      /**
       * The name of the tool at this provider.
       */
      wireName?: string;
      /**
       * The description for this provider.
       */
      description?: string;
      /**
       * Whether this provider is asked to follow the schema strictly.
       */
      strict?: boolean;
    };
  };
  /**
   * Former ids of the tool; they still work.
   */
  renamedFrom?: string[];
  /**
   * Why it is deprecated, and what to use instead.
   */
  deprecated?: string;
  /**
   * Fields of the result's envelope.
   */
  envelope?: {
    /**
     * Where the schema of the payload is published.
     */
    schemaRef?: string;
    /**
     * Words that consumers of envelopes filter by.
     */
    tags?: string[];
    /**
     * Fields that older consumers expect, copied as they are.
     */
    compat?: { [key: string]: JsonValue };
    /**
     * The field that holds the data.
     */
    payloadPath?: string;
    /**
     * What the payload is. Default: derived from the kind and the data.
     */
    contentType?: "Unknown" | "Text" | "List" | "Object" | "Image" | "Binary";
  };
}
