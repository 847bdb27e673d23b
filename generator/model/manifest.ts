import type { Manifest } from "./generated/manifest.js";

export type { Manifest } from "./generated/manifest.js";

/** A rule as an author writes it: conditions by parameter, or one whole schema. */
export type ManifestRule = NonNullable<Manifest["rules"]>[number];

export type ManifestResult = Exclude<Manifest["result"], string>;

/** A test that `toolkiln test` executes. */
export type ManifestTest = NonNullable<Manifest["tests"]>[number];

export type ManifestTestCall = NonNullable<ManifestTest["steps"]>[number];
