/** How a module's export, and what lies in it, is imported under a name of its own. */
export function importText(
  [name = "default", ...keys]: readonly string[],
  specifier: string,
  taken: string,
): { readonly statement: string; readonly expression: string } {
  const local =
    name === "default" || name === taken ? `existing${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
  const imported = name === local ? name : `${name} as ${local}`;
  const access = keys.map((key) =>
    /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${/^\d+$/.test(key) ? key : JSON.stringify(key)}]`,
  );
  return { statement: `import { ${imported} } from ${specifier};`, expression: local + access.join("") };
}
