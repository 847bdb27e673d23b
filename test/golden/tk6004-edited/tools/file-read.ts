export const tool = {};
