import { testImageContent } from "../generated/tools/test-image-content.js";
import { pixel } from "./media.js";

export const tool = testImageContent.implement(() => ({ base64: pixel, alt: "A pixel" }));
