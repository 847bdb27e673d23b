import type { AnyResultValue } from "@toolkiln/runtime/kinds";

/** What a renderer of the caller's gave; nothing when there is none for the kind or it failed. */
export interface OwnRendering<Shown> {
  readonly shown?: Shown;
  readonly notes: readonly string[];
}

/** Asks the caller's renderer of a kind. One that throws costs a note, not the result. */
export function renderOwnKind<Shown, View>(
  renderers: { readonly [kind: string]: (value: AnyResultValue, view: View) => Shown },
  value: AnyResultValue,
  view: View,
): OwnRendering<Shown> {
  const render = Object.hasOwn(renderers, value.kind) ? renderers[value.kind] : undefined;
  if (render === undefined) return { notes: [] };
  try {
    return { shown: render(value, view), notes: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { notes: [`The renderer of '${value.kind}' failed: ${reason}`] };
  }
}
