import type { Metadata, Sharp } from 'sharp';
import { AppError } from '../messages/errors.ts';
import { TaskQueue } from '../work/task-queue.ts';
import type { ImageFormat, ImageOrder, MadeImage } from './image-order.ts';

// The largest image accepted.
const maxPixels = 12_500_000;
// The size of its decoded pixels: four channels of one byte.
const maxUnpacked = maxPixels * 4;
// A file built to be slow, such as one with a thousand scans, is aborted after this. Seconds.
const patience = 20;

// One image of maximum size at a time, or several smaller ones with the same total.
const memory = new TaskQueue(maxUnpacked, { longest: Number.POSITIVE_INFINITY });

/** The work of makeImage (image.ts), done in this process. */
export async function drawImage(file: string, { formats, thumbs }: ImageOrder): Promise<MadeImage> {
  const open = await opener();
  const { format, unpacked } = await inspect(open(file), formats);
  const act = async () => {
    try {
      const { data, info } = await encode(open(file).autoOrient(), format).toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      // An image that needs no shrinking is its own thumbnail.
      const fits = format === 'jpg' ? Math.max(width, height) : Number.POSITIVE_INFINITY;
      return { format, width, height, bytes: data, thumbs: await makeThumbs(open, data, thumbs, fits) };
    } catch (error) {
      throw new AppError(422, 'image.broken', undefined, { cause: error });
    }
  };
  return memory.run(act, { need: unpacked });
}

type Opener = (input: string | Buffer) => Sharp;

// Loaded with the first image: the library takes longer to load than the product takes to start.
let opening: Promise<Opener> | undefined;
const opener = (): Promise<Opener> => (opening ??= load());

async function load(): Promise<Opener> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  const kinds = ['JpegFile', 'JpegBuffer', 'PngFile', 'PngBuffer'];
  sharp.unblock({ operation: kinds.map((kind) => `VipsForeignLoad${kind}`) });
  const options = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true } as const;
  return (input) => sharp(input, options).timeout({ seconds: patience });
}

async function inspect(
  image: Sharp,
  formats: readonly ImageFormat[],
): Promise<{ format: ImageFormat; unpacked: number }> {
  const found = await image.metadata().catch((error: unknown) => {
    const huge = error instanceof Error && error.message.includes('pixel limit');
    throw huge ? tooManyPixels() : new AppError(415, 'image.not_image', undefined, { cause: error });
  });
  const format = found.format === 'jpeg' ? 'jpg' : 'png';
  if (!formats.includes(format)) throw new AppError(415, 'image.not_jpeg');
  const unpacked = unpackedBytes(found);
  if (found.width * found.height > maxPixels || unpacked > maxUnpacked) throw tooManyPixels();
  return { format, unpacked };
}

const unpackedBytes = ({ width, height, channels, depth }: Metadata) =>
  width * height * channels * (depth === 'uchar' ? 1 : 2);

const tooManyPixels = () => new AppError(422, 'image.too_many_pixels', { limit: maxPixels / 1_000_000 });

/** From largest to smallest, each made from the previous one: less to read every time. */
async function makeThumbs(
  open: Opener,
  picture: Buffer,
  sizes: ImageOrder['thumbs'],
  fits: number,
): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>();
  let from = picture;
  for (const [name, size] of Object.entries(sizes).toSorted(([, a], [, b]) => b - a)) {
    if (size < fits) from = await shrink(open(from), size);
    made.set(name, from);
  }
  return made;
}

const encode = (image: Sharp, format: ImageFormat): Sharp =>
  // Optimized tables would save a few percent, but hold the whole image in memory a second time.
  format === 'jpg' ? image.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false }) : image.png();

const shrink = (image: Sharp, size: number): Promise<Buffer> =>
  image
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer();
