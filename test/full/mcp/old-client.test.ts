import { describe } from "vitest";
import { describeClient } from "../../mcp/client-contract.js";
import { oldClient } from "./every-client.js";

describe("client v1", () => {
  describeClient(oldClient);
});
