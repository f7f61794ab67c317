import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { AppError } from '../errors.ts';
import { Budget } from './budget.ts';
import type { ImageAnswer, ImageOrder, ImageRequest, MadeImage } from './image-order.ts';

/** What the process that draws is started with: it gives memory back at once instead of keeping it for the next picture. */
export const workerEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Makes a picture from the file and throws what a person should hear: image.not_image (415), image.not_jpeg (415),
 * image.too_many_pixels (422) or image.broken (422). The bytes decide what the file is. It is drawn anew, so that what
 * cameras, or hands, hid in it is gone: places, previews, other files behind its end. It stands as its camera held it.
 *
 * It is done in a process of its own, which a file made to break the library takes down, or the system where memory is
 * short. Whatever was under way or waiting there is tried once more, each file alone in a fresh process: only one that
 * takes that down as well is refused as broken.
 */
export async function makeImage(file: string, order: ImageOrder): Promise<MadeImage> {
  const answer = (await shared.ask({ file, order })) ?? (await oneByOne.spend(1, () => askAlone({ file, order })));
  if (!answer) throw new AppError(422, 'image.broken', undefined, { cause: 'the drawing process ended twice' });
  if ('made' in answer) return answer.made;
  throw new AppError(answer.status, answer.code, answer.values, { cause: answer.cause });
}

type Question = Pick<ImageRequest, 'file' | 'order'>;
type Answer = ImageAnswer['answer'];

/** A process that draws, started when it is first asked and again after its end. */
class ImageWorker {
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer | undefined>>();
  #lastId = 0;
  #child: ChildProcess | undefined;

  /** What the process answers; undefined where it ends before. Rejects where it cannot be started. */
  ask(question: Question): Promise<Answer | undefined> {
    const asked = Promise.withResolvers<Answer | undefined>();
    const id = (this.#lastId += 1);
    this.#waiting.set(id, asked);
    this.#child ??= this.#start();
    this.#child.channel?.ref();
    // A process that has just ended takes no message; its exit answers.
    this.#child.send({ id, ...question } satisfies ImageRequest, () => undefined);
    return asked.promise;
  }

  stop(): void {
    this.#child?.disconnect();
  }

  #start(): ChildProcess {
    const child = fork(path.join(import.meta.dirname, 'image-worker.ts'), {
      serialization: 'advanced',
      // Nothing of our own settings is its business.
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
    // While it has nothing to do it keeps nobody from stopping; it ends with the process that started it.
    child.unref();
    return child;
  }

  /** Forgets the process; answers who still waited for it. */
  #end(): PromiseWithResolvers<Answer | undefined>[] {
    const unanswered = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#child = undefined;
    return unanswered;
  }
}

const shared = new ImageWorker();
const oneByOne = new Budget(1);

async function askAlone(question: Question): Promise<Answer | undefined> {
  const worker = new ImageWorker();
  try {
    return await worker.ask(question);
  } finally {
    worker.stop();
  }
}
