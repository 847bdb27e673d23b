import type { RiskLevel } from "@toolkiln/runtime";
import type { MutableObject, Part, Source } from "./source/part.js";

export type Texts = Readonly<Record<string, string>>;

/** A file or URL to import: `label` is the user's input up to `#`, `name` the part after it. */
export interface SourceFile extends Pick<Source, "report"> {
  readonly label: string;
  readonly path: string;
  readonly name: string | undefined;
}

export interface ImportedTool {
  /** The name in the source; the id derives from it. */
  readonly name: string;
  /** Whether the wire name is the source's name, not the id. */
  readonly keepsName?: boolean;
  readonly title?: string | undefined;
  readonly description: string;
  /** @default "medium" */
  readonly risk?: RiskLevel | undefined;
  readonly schema: MutableObject;
  readonly result: MutableObject;
  readonly manifest?: MutableObject;
  /** The source, in one line: `GET /pets in petstore.yaml`. */
  readonly origin: string;
  readonly place: Part;
  /** Imported names by file (absolute, or in the tools folder), and the code. @default a stub */
  readonly implementation?: { readonly imports: Texts; statements(type: string): string } | undefined;
}

export interface ImportedSource {
  readonly tools: readonly ImportedTool[];
  /** Shared files of the implementations, by name in the `support` folder: each is a template and its values. */
  readonly support?: Readonly<Record<string, readonly [string, Texts?]>>;
  /** Definitions that the tool schemas reference, by file in the `shared` folder of the manifests. */
  readonly definitions?: ReadonlyMap<string, MutableObject>;
}
