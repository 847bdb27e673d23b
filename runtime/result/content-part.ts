/** Words for the model. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** Something to look at, to listen to or to read. */
export interface MediaPart {
  readonly type: "image" | "audio" | "file";
  /** The bytes in base64. */
  readonly data: string;
  readonly mimeType: string;
  /** What to call it: a file's name, or the words that stand in for an image. */
  readonly name?: string | undefined;
  readonly uri?: string | undefined;
}

/** Something that whoever is interested can fetch. */
export interface LinkPart {
  readonly type: "resource_link";
  readonly uri: string;
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly description?: string | undefined;
}

/** A part of a result that a model is shown beside the data. */
export type ContentPart = TextPart | MediaPart | LinkPart;

/** What can be said of a part, or of data of kind `image`, in words. */
export interface PartFields {
  readonly type: ContentPart["type"];
  readonly text?: string;
  readonly mimeType?: string | undefined;
  readonly name?: string | undefined;
  readonly alt?: string;
  readonly data?: string;
  readonly base64?: string;
  readonly uri?: string | undefined;
  readonly url?: string;
}
