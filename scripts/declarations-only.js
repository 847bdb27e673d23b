// Bundles only the part of json-schema-to-typescript that generates declarations. Its formatter, its file and reference
// resolver and most of lodash take 23 MB and are not needed: our input has no references.
const functions =
  "cloneDeep deburr endsWith includes isPlainObject map merge omit trim uniqBy upperFirst".split(" ");
const absent = (name) => `throw new Error("${name} is not part of this bundle.");`;

const modules = {
  lodash: `module.exports = { ${functions.map((name) => `${name}: require("lodash/${name}")`).join(", ")} };`,
  prettier: `module.exports = { format() { ${absent("prettier")} } };`,
  "js-yaml": `module.exports = { CORE_SCHEMA: { withTags() {} }, load() { ${absent("js-yaml")} } };`,
  "cli-color": absent("cli-color"),
  "@apidevtools/json-schema-ref-parser":
    "module.exports = { $RefParser: class { async dereference(folder, schema) { return schema; } } };",
};

const prefix = "\0declarations-only:";

export const declarationsOnly = {
  name: "declarations-only",
  resolveId: (id, importer = "") =>
    Object.hasOwn(modules, id) && /[\\/]json-schema-to-typescript[\\/]/.test(importer)
      ? `${prefix}${id}`
      : null,
  load: (id) => (id.startsWith(prefix) ? { code: modules[id.slice(prefix.length)], moduleType: "js" } : null),
};
