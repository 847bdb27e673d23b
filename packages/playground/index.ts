export { startPlayground, type Playground, type PlaygroundOptions } from "./server/start-playground.js";
