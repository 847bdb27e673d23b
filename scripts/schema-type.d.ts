export function manifestType(schema: object): Promise<string>;
export function configType(schema: object): Promise<string>;
