import sharp from 'sharp';

const channels = 3;

/** An image of noise: as large as a photograph, and different for each seed. */
export function picture(seed = 1, { width = 300, height = 400 } = {}) {
  const pixels = Buffer.alloc(width * height * channels);
  let state = seed;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[index] = state >>> 24;
  }
  return sharp(pixels, { raw: { width, height, channels } });
}

export const jpeg = (seed = 1, size = {}): Promise<Buffer> => picture(seed, size).jpeg().toBuffer();
export const png = (seed = 1, size = {}): Promise<Buffer> => picture(seed, size).png().toBuffer();

/** A form with files, as a browser sends it. */
export function fileForm(field: string, files: Record<string, Buffer | string>): FormData {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files)) {
    form.append(field, new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
  }
  return form;
}
