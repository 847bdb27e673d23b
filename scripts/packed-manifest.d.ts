export const bundledDependencies: readonly string[];
export function changeManifest(root: URL): Promise<void>;
export function restoreManifest(root: URL): Promise<void>;
