import { AppError } from '../messages/errors.ts';
import type { ImageAnswer, ImageOrder, ImageRequest } from './image-order.ts';
import { drawImage } from './image-work.ts';

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
