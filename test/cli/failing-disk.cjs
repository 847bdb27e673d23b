// Makes every write of a process fail with the error of $DISK_ERROR, as a full or read-only disk does.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const [code, text] = process.env.DISK_ERROR.split(": ");
const failure = () =>
  Object.assign(new Error(`${code}: ${text}, write`), { code, syscall: "write", errno: -1 });
for (const name of ["writeFileSync", "mkdirSync", "appendFileSync"]) {
  fs[name] = () => {
    throw failure();
  };
}
for (const name of ["writeFile", "mkdir", "appendFile"]) fs.promises[name] = () => Promise.reject(failure());
syncBuiltinESMExports();
