import { stockFind } from "../generated/tools/stock-find.js";

export const tool = stockFind.implement(({ name }, { services }) => {
  const found = [...services.warehouse].filter(([article]) => article.includes(name));
  return { articles: found.map(([article, amount]) => ({ name: article, amount })) };
});
