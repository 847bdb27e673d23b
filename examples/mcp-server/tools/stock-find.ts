import { stockFind } from "../generated/tools/stock-find.js";

export const tool = stockFind.implement(({ name }, { services }) => {
  const found = [...services.warehouse].filter(([product]) => product.includes(name));
  return { products: found.map(([product, amount]) => ({ name: product, amount })) };
});
