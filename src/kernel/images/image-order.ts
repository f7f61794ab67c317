/** The formats staff may upload, detected from the bytes. */
export type ImageFormat = 'jpg' | 'png';

/** An image re-encoded from an upload: only its pixels remain. */
export interface MadeImage {
  format: ImageFormat;
  /** As displayed, after rotation. */
  width: number;
  height: number;
  bytes: Buffer;
  /** JPEGs that fit a square of the requested size, by name. */
  thumbs: ReadonlyMap<string, Buffer>;
}

export interface ImageOrder {
  formats: readonly ImageFormat[];
  /** The longest side of each thumbnail, by name. Pixels. */
  thumbs: Readonly<Record<string, number>>;
}

/** A request from image.ts to the drawing process. */
export interface ImageRequest {
  id: number;
  file: string;
  order: ImageOrder;
}

/** The image, or what is wrong with the file. */
export interface ImageAnswer {
  id: number;
  answer: { made: MadeImage } | { status: number; code: string; values?: Record<string, unknown>; cause: string };
}
