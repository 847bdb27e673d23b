/** The form of an id: lowercase words joined by hyphens. */
export const idPattern = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$";

const form = new RegExp(idPattern);

/** Whether a text has the form of an id. */
export function isId(text: string): boolean {
  return form.test(text);
}
