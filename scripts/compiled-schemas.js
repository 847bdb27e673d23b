// A bundler plugin that inlines the manifest and configuration schemas and compiles their validators in advance.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = new URL("../generator/schema/", import.meta.url);
const require = createRequire(folder);

/** Reads the schemas like `generator/schema/schemas.ts`. */
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
    const build = {
      schemas,
      "manifest-validator": manifestValidator,
      "config-validator": configValidator,
    }[name];
    return build === undefined ? null : { code: build(await readSchemas()), moduleType: "js" };
  },
};

function schemas(all) {
  return Object.entries(all)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");
}

function manifestValidator({ manifestSchema, validatorOptions }) {
  return standalone({ validateManifest: manifestSchema }, validatorOptions);
}

function configValidator({ configSchema, validatorOptions }) {
  return standalone({ validateConfig: configSchema }, validatorOptions);
}

function standalone(schemas, options) {
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const { default: standaloneCode } = require("ajv/dist/standalone");
  const ajv = new Ajv2020({ ...options, code: { source: true, esm: true }, schemas });
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, name]));
  const helpers = ["ajv/dist/runtime/equal", "ajv/dist/runtime/ucs2length"];
  return [
    // Ajv generates `require` calls; as imports, the modules can be bundled.
    ...helpers.map((path, index) => `import helper${index} from "${path}.js";`),
    `const helpers = { ${helpers.map((path, index) => `"${path}": helper${index}`).join(", ")} };`,
    "const require = (path) => helpers[path];",
    standaloneCode(ajv, names),
  ].join("\n");
}
