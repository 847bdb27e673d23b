// The executor with everything on that an application needs to call tools, without audit and log.
import { setUpExecutor } from "./full-executor.js";

export const setUp = () => setUpExecutor({});
