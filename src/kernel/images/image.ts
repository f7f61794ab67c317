import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { AppError } from '../errors.ts';
import type { ImageAnswer, ImageRequest } from './image-worker.ts';

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

/** What the process that draws is started with: it gives memory back at once instead of keeping it for the next picture. */
export const workerEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Makes a picture from the file and throws what a person should hear: image.not_image (415), image.not_jpeg (415),
 * image.too_many_pixels (422) or image.broken (422). The bytes decide what the file is. It is drawn anew, so that what
 * cameras, or hands, hid in it is gone: places, previews, other files behind its end. It stands as its camera held it.
 * It is done in a process of its own, which a file made to break the library takes down alone.
 */
export function makeImage(file: string, order: ImageOrder): Promise<MadeImage> {
  const { promise, resolve, reject } = Promise.withResolvers<MadeImage>();
  const id = (lastId += 1);
  waiting.set(id, (answer) => {
    if ('made' in answer) resolve(answer.made);
    else reject(new AppError(answer.status, answer.code, answer.values, { cause: answer.cause }));
  });
  worker ??= startWorker();
  worker.channel?.ref();
  worker.send({ id, file, order } satisfies ImageRequest);
  return promise;
}

type Answered = (answer: ImageAnswer['answer']) => void;

const waiting = new Map<number, Answered>();
let lastId = 0;
let worker: ChildProcess | undefined;

function startWorker(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'image-worker.ts'), {
    serialization: 'advanced',
    // Nothing of our own settings is its business.
    env: workerEnvironment,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', ({ id, answer }: ImageAnswer) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
    if (waiting.size === 0) child.channel?.unref();
  });
  child.once('exit', (code, signal) => {
    worker = undefined;
    const answers = [...waiting.values()];
    waiting.clear();
    for (const answer of answers) answer({ status: 422, code: 'image.broken', cause: `ended by ${signal ?? code}` });
  });
  child.on('error', () => child.kill());
  // While it has nothing to do it keeps nobody from stopping; it ends with the process that started it.
  child.unref();
  return child;
}
