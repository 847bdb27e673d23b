import { ToolResultBuilder } from "@toolkiln/runtime";
import { testMultipleContentTypes } from "../generated/tools/test-multiple-content-types.js";
import { pixel } from "./media.js";

export const tool = testMultipleContentTypes.implement(() =>
  ToolResultBuilder.success()
    .withData({ content: "Multiple content types test:" })
    .withContent(
      { type: "image", data: pixel, mimeType: "image/png" },
      {
        type: "file",
        data: btoa('{"test":"data","value":123}'),
        mimeType: "application/json",
        uri: "test://mixed-content-resource",
      },
    )
    .build(),
);
