export { formatManifest, writeManifest } from "./format-manifest.js";
