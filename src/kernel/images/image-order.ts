/** What staff upload, by its bytes. */
export type ImageFormat = 'jpg' | 'png';

/** A picture made anew from an upload: nothing of the upload but its pixels is left. */
export interface MadeImage {
  format: ImageFormat;
  /** As it is looked at, after turning. */
  width: number;
  height: number;
  bytes: Buffer;
  /** JPEGs that fit a square of the asked size, by their names. */
  thumbs: ReadonlyMap<string, Buffer>;
}

export interface ImageOrder {
  formats: readonly ImageFormat[];
  /** The longest side of each thumbnail by its name. Pixels. */
  thumbs: Readonly<Record<string, number>>;
}

/** What image.ts asks of the process that draws. */
export interface ImageRequest {
  id: number;
  file: string;
  order: ImageOrder;
}

/** The picture, or what is wrong with the file. */
export interface ImageAnswer {
  id: number;
  answer: { made: MadeImage } | { status: number; code: string; values?: Record<string, unknown>; cause: string };
}
