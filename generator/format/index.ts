export { formatManifest } from "./format-manifest.js";
export { writeManifest } from "./manifest-style.js";
