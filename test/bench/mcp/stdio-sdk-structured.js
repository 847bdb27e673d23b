import { overStdio } from "./over-stdio.js";

export const setUp = () => overStdio("sdk-structured");
