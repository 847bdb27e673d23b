export interface Services {
  calendar: Set<string>;
}

export function createServices(): Services {
  return { calendar: new Set(["Dentist", "Lunch"]) };
}

export const createTestServices = createServices;
