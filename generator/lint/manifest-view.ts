import type { SchemaDocument } from "../json-schema/reference.js";
import { schemaSites, type SchemaSite } from "../json-schema/schema-sites.js";
import { walkSchema, type SchemaNode } from "../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject, valueAt } from "../values/json-object.js";
import type { ManifestPath, ManifestSource, Place } from "../read/manifest-source.js";

/** A schema node with the document that `#` refers to in it, and its role. */
export interface ViewedSchema extends SchemaNode {
  readonly view: SchemaView;
  readonly document: SchemaDocument;
  readonly role: SchemaSite["role"] | "shared";
}

export interface SchemaView {
  readonly source: ManifestSource;
  readonly schemas: readonly ViewedSchema[];
  place(path: ManifestPath, target?: "key" | "value"): Place;
}

/** The input of the rules for one manifest, valid or not. */
export interface ManifestView extends SchemaView {
  /** With the defaults of its folder filled in. */
  readonly value: JsonObject;
  readonly inherited: ReadonlySet<string>;
  readonly id: string | undefined;
  readonly parameters: JsonObject;
}

/** Creates the view of a manifest, with its folder's defaults. */
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

/** A file with schemas that other files reference. Following references finds more of them. */
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

  /** Adds the schemas at a path; returns the new ones. */
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
