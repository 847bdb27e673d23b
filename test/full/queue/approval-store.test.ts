import { PostgresApprovalStore } from "@toolkiln/queue";
import { afterAll, describe } from "vitest";
import { describeApprovalStore } from "../../runtime/executor/approval-store-contract.js";
import { startCluster } from "../support/postgres.js";

const cluster = await startCluster("the approval store on PostgreSQL");
const stores: PostgresApprovalStore[] = [];

afterAll(async () => {
  for (const store of stores) await store.close();
  await cluster?.remove();
}, 60_000);

describe.skipIf(cluster === undefined)("on PostgreSQL", () => {
  describeApprovalStore("PostgresApprovalStore", async () => {
    const { connectionString = "" } = cluster ?? {};
    const store = new PostgresApprovalStore({
      connectionString,
      key: "a key for tests only",
      schema: `store_${stores.length}`,
    });
    stores.push(store);
    return store;
  });
});
