export { createNodeHandler, type NodeHandler } from "./node-handler.js";
export { isLoopback, serveHttp, type HttpService, type ServeHttpOptions } from "./serve-http.js";
export { serveStdio, type ServeStdioOptions, type StdioConnection } from "./serve-stdio.js";
