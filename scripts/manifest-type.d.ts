export function manifestType(schema: object): Promise<string>;
