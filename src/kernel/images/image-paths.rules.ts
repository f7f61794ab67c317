import { cleanStem } from '../storage/file-name.ts';

/** The longest side of each thumbnail: twice what the screens draw, for screens of fine dots. Pixels. */
export const thumbSizes = { list: 80, strip: 320, detail: 640 } as const;

export type ThumbName = keyof typeof thumbSizes;

/** The path of a picture as calls give and take it. */
export const pathOf = (image: { folder: string; file_name: string }): string => `${image.folder}/${image.file_name}`;

export const thumbPath = (folder: string, name: string): string => `${folder}/thumb/${name}.jpg`;

/** All that is stored of one picture. */
export const keysOf = (image: { folder: string; file_name: string }): string[] => [
  pathOf(image),
  ...Object.keys(thumbSizes).map((name) => thumbPath(image.folder, name)),
];

/** The folder of any key of a picture: 'images/<kind of record>/<uuid>', which nobody can guess. */
export const folderOf = (key: string): string => key.split('/', 3).join('/');

export const fileNameOf = (uploaded: string, format: string): string => `${cleanStem(uploaded)}.${format}`;
