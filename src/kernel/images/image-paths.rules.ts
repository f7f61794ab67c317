import { cleanStem } from '../storage/file-name.ts';

/** The longest side of each thumbnail: twice the size on screen, for high-density displays. Pixels. */
export const thumbSizes = { list: 80, strip: 320, detail: 640 } as const;

/** The path of an image as used in calls. */
export const pathOf = (image: { folder: string; file_name: string }): string => `${image.folder}/${image.file_name}`;

/** The key of a thumbnail of the image in this folder. */
export const thumbPath = (folder: string, name: string): string => `${folder}/thumb/${name}.jpg`;

/** The keys of everything stored for one image. */
export const keysOf = (image: { folder: string; file_name: string }): string[] => [
  pathOf(image),
  ...Object.keys(thumbSizes).map((name) => thumbPath(image.folder, name)),
];

/** The folder of any key of an image: 'images/<kind of record>/<uuid>', which cannot be guessed. */
export const folderOf = (key: string): string => key.split('/', 3).join('/');

/** The name under which an uploaded image is stored: its own, made safe, with the extension of its format. */
export const fileNameOf = (uploaded: string, format: string): string => `${cleanStem(uploaded)}.${format}`;
