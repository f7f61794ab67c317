import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../messages/errors.ts';
import { TaskQueue } from '../work/task-queue.ts';
import type { ImageAnswer, ImageOrder, ImageRequest, MadeImage } from './image-order.ts';

/** How the drawing process is started: it releases memory immediately instead of keeping it for the next image. */
export const workerEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Re-encodes an image file. Throws image.not_image (415), image.not_jpeg (415), image.too_many_pixels (422) or
 * image.broken (422). The bytes decide the format. Re-encoding removes everything hidden in the file by cameras or
 * people: locations, embedded previews, data after its end. The camera's rotation is applied.
 *
 * The work runs in its own process, which a hostile file or low memory may kill. Everything running or waiting there is
 * then retried once, each file alone in a fresh process: only a file that kills that too is refused as broken.
 */
export async function makeImage(file: string, order: ImageOrder): Promise<MadeImage> {
  const answer = (await shared.request({ file, order })) ?? (await oneByOne.run(() => requestAlone({ file, order })));
  if (!answer) throw new AppError(422, 'image.broken', undefined, { cause: 'the drawing process ended twice' });
  if ('made' in answer) return answer.made;
  throw new AppError(answer.status, answer.code, answer.values, { cause: answer.cause });
}

type Question = Pick<ImageRequest, 'file' | 'order'>;
type Answer = ImageAnswer['answer'];

/** A drawing process, started on first use and again after it ends. */
class ImageWorker {
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer | undefined>>();
  #lastId = 0;
  #child: ChildProcess | undefined;

  /** The answer of the process; undefined if the process ends first. Rejects if it cannot be started. */
  request(question: Question): Promise<Answer | undefined> {
    const pending = Promise.withResolvers<Answer | undefined>();
    const id = (this.#lastId += 1);
    this.#waiting.set(id, pending);
    this.#child ??= this.#start();
    this.#child.channel?.ref();
    // A process that has just ended accepts no message; its exit handler answers.
    this.#child.send({ id, ...question } satisfies ImageRequest, () => undefined);
    return pending.promise;
  }

  stop(): void {
    this.#child?.disconnect();
  }

  #start(): ChildProcess {
    const child = fork(new URL('image-worker.ts', import.meta.url), {
      serialization: 'advanced',
      // It gets none of our settings.
      env: workerEnvironment,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', ({ id, answer }: ImageAnswer) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) child.channel?.unref();
    });
    child.once('exit', () => {
      for (const { resolve } of this.#end()) resolve(undefined);
    });
    child.on('error', (error) => {
      child.kill();
      for (const { reject } of this.#end()) reject(error);
    });
    // It does not keep an idle parent alive, and ends with it.
    child.unref();
    return child;
  }

  /** Forgets the process; returns the requests still waiting for it. */
  #end(): PromiseWithResolvers<Answer | undefined>[] {
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#child = undefined;
    return unanswered;
  }
}

const shared = new ImageWorker();
const oneByOne = new TaskQueue(1, { longest: Number.POSITIVE_INFINITY });

async function requestAlone(question: Question): Promise<Answer | undefined> {
  const worker = new ImageWorker();
  try {
    return await worker.request(question);
  } finally {
    worker.stop();
  }
}
