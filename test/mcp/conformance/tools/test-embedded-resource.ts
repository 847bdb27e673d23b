import { ToolResultBuilder } from "@toolkiln/runtime";
import { testEmbeddedResource } from "../generated/tools/test-embedded-resource.js";

export const tool = testEmbeddedResource.implement(() =>
  ToolResultBuilder.success()
    .withData({ content: "A file" })
    .withContent({
      type: "file",
      data: btoa("This is an embedded resource content."),
      mimeType: "text/plain",
      uri: "test://embedded-resource",
    })
    .build(),
);
