import { describe } from "vitest";
import { describeClient } from "./client-contract.js";
import { clientKinds } from "./clients.js";

describe.each(clientKinds)("$title", (kind) => {
  describeClient(kind);
});
