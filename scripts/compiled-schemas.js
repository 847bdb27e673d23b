// A bundler plugin that inlines the manifest and configuration schemas and compiles their validators in advance.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = new URL("../generator/schema/", import.meta.url);
const require = createRequire(folder);

/** Bundles and imports `generator/schema/schemas.ts`. */
export async function readSchemas() {
  const source = new URL("schemas.ts", folder);
  const bundle = await rolldown({
    input: fileURLToPath(source),
    external: [/^node:/, "yaml"],
    transform: { define: { "import.meta.url": JSON.stringify(source.href) } },
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const code = output[0].code.replace('"yaml"', JSON.stringify(import.meta.resolve("yaml")));
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The plugin. */
export const compiledSchemas = {
  name: "compiled-schemas",
  async load(id) {
    const [, name] = /[\\/]generator[\\/]schema[\\/]([\w-]+)\.ts$/.exec(id) ?? [];
    return Object.hasOwn(modules, name)
      ? { code: modules[name](await readSchemas()), moduleType: "js" }
      : null;
  },
};

const modules = {
  schemas: (all) =>
    Object.entries(all)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join("\n"),
  "manifest-validator": (all) => standalone("validateManifest", all.manifestSchema, all.validatorOptions),
  "config-validator": (all) => standalone("validateConfig", all.configSchema, all.validatorOptions),
};

function standalone(name, schema, options) {
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const { default: standaloneCode } = require("ajv/dist/standalone");
  const ajv = new Ajv2020({ ...options, code: { source: true, esm: true }, schemas: { [name]: schema } });
  const helpers = ["ajv/dist/runtime/equal", "ajv/dist/runtime/ucs2length"];
  return [
    // Ajv generates `require` calls; as imports, the modules can be bundled.
    ...helpers.map((path, index) => `import helper${index} from "${path}.js";`),
    `const helpers = { ${helpers.map((path, index) => `"${path}": helper${index}`).join(", ")} };`,
    "const require = (path) => helpers[path];",
    standaloneCode(ajv, { [name]: name }),
  ].join("\n");
}
