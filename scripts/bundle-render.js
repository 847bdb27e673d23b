// Bundles the renderer with the common languages of highlight.js: installed as a whole it takes 10 MB.
import { bundlePackage, entriesOf, readManifest } from "./bundle.js";

const root = new URL("../packages/render/", import.meta.url);

await bundlePackage(root, { input: entriesOf(root, await readManifest(root)), platform: "neutral" });
