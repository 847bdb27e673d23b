import { startServer } from "./server.js";

const token = process.env["WAREHOUSE_TOKEN"];
if (token === undefined || token.length < 32) throw new Error("Set WAREHOUSE_TOKEN to 32 random characters.");
const server = await startServer(token, Number(process.env["PORT"] ?? 3001));
console.log(`Serving at ${server.url}`);
process.once("SIGINT", () => void server.close());
