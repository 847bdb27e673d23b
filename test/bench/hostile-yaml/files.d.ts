export declare const hostileFiles: Readonly<Record<string, () => string>>;
