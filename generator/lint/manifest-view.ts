import type { SchemaDocument } from "../json-schema/reference.js";
import { schemaSites, type SchemaSite } from "../json-schema/schema-sites.js";
import { walkSchema, type SchemaNode } from "../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject, valueAt } from "../values/json-object.js";
import type { ManifestPath, ManifestSource, Place } from "../read/manifest-source.js";

/** A schema node with the document that its `#` means and what it describes. */
export interface ViewedSchema extends SchemaNode {
  readonly view: SchemaView;
  readonly document: SchemaDocument;
  readonly role: SchemaSite["role"] | "shared";
}

/** A file whose schemas are looked at. */
export interface SchemaView {
  readonly source: ManifestSource;
  readonly schemas: readonly ViewedSchema[];
  place(path: ManifestPath, target?: "key" | "value"): Place;
}

/** A manifest as the rules see it: whatever its author wrote, right or wrong. */
export interface ManifestView extends SchemaView {
  /** With the defaults of its folder filled in. */
  readonly value: JsonObject;
  /** The keys that come from the folder's defaults. */
  readonly inherited: ReadonlySet<string>;
  /** The id, when it is text. */
  readonly id: string | undefined;
  /** The parameters by name, when they can be read. */
  readonly parameters: JsonObject;
}

/** Looks at a manifest; what it leaves out comes from its folder's defaults. */
export function viewManifest(source: ManifestSource, defaults: ManifestSource | undefined): ManifestView {
  const own = isJsonObject(source.value) ? source.value : {};
  const shared = isJsonObject(defaults?.value) ? defaults.value : {};
  const value: JsonObject = { ...shared, ...own };
  const schema = isJsonObject(value["schema"]) ? value["schema"] : {};
  const inherited = new Set(Object.keys(shared).filter((key) => !Object.hasOwn(own, key)));
  const schemas: ViewedSchema[] = [];
  const view: ManifestView = {
    source,
    value,
    inherited,
    id: typeof value["id"] === "string" ? value["id"] : undefined,
    parameters: isJsonObject(schema["properties"]) ? schema["properties"] : {},
    schemas,
    place(path, target) {
      const isInherited = inherited.has(String(path[0]));
      return (isInherited && defaults ? defaults : source).place(path, target);
    },
  };
  for (const { schema: site, path, role } of schemaSites(own)) {
    const document = { source, root: path };
    for (const node of walkSchema(site, path)) schemas.push({ ...node, view, document, role });
  }
  return view;
}

/** A file whose schemas are pointed at from elsewhere. More of them come to light while references are followed. */
export class SharedView implements SchemaView {
  readonly source: ManifestSource;
  readonly schemas: ViewedSchema[] = [];
  readonly #document: SchemaDocument;
  readonly #known = new Set<JsonObject>();

  constructor(source: ManifestSource) {
    this.source = source;
    this.#document = { source, root: [] };
  }

  place(path: ManifestPath, target?: "key" | "value"): Place {
    return this.source.place(path, target);
  }

  /** Takes in what stands at a path, and gives what was not known before. */
  add(path: ManifestPath): readonly ViewedSchema[] {
    const nodes = walkSchema(valueAt(this.source.value, path), path, this.#known);
    const added = nodes.map((node): ViewedSchema => {
      this.#known.add(node.schema);
      return { ...node, view: this, document: this.#document, role: "shared" };
    });
    for (const schema of added) this.schemas.push(schema);
    return added;
  }
}
