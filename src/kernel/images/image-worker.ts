import { AppError } from '../errors.ts';
import type { ImageOrder, MadeImage } from './image.ts';
import { drawImage } from './image-work.ts';

/** What image.ts asks of this process. */
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

process.on('message', async ({ id, file, order }: ImageRequest) => {
  process.send?.({ id, answer: await answerTo(file, order) } satisfies ImageAnswer);
});
process.on('disconnect', () => process.exit());

async function answerTo(file: string, order: ImageOrder): Promise<ImageAnswer['answer']> {
  try {
    return { made: await drawImage(file, order) };
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError(500, 'error.unexpected', {}, { cause: error });
    const { status, code, values, options } = known;
    return { status, code, ...(values && { values }), cause: String(options.cause) };
  }
}
