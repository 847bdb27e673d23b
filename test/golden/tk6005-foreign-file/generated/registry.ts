export const registry = "mine";
