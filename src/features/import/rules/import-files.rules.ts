/** The steps that take files, their file extensions, and the kinds of files. */
export const fileSteps = ['images', 'audio'] as const;
export type FileStep = (typeof fileSteps)[number];

export const fileKinds = { images: ['cover', 'preview'], audio: ['audio'] } as const satisfies Record<
  FileStep,
  readonly string[]
>;
export type FileKind = (typeof fileKinds)[FileStep][number];

export const fileExtension = { images: '.jpg', audio: '.mp3' } as const satisfies Record<FileStep, string>;

/** The purpose of a file. */
export interface FileTarget {
  bid: string;
  bidx: number;
  kind: FileKind;
  /** The number of a preview, the word_idx of audio. */
  place: number;
}
