/** The amount of each product. A real application uses a database. */
export interface Services {
  warehouse: Map<string, number>;
}

export function createServices(): Services {
  return {
    warehouse: new Map([
      ["bolt M6", 40],
      ["nut M6", 55],
    ]),
  };
}

export const createTestServices = createServices;
