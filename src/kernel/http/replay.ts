import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locale } from '../messages/locale.ts';
import type { StaffActor } from '../work/actor.ts';
import type { Approval, GivenCall, Proposal } from '../work/approval.ts';
import type { Shows } from '../work/only-shown.ts';
import { headersOf } from './idempotency.ts';

/** On whose behalf a call is made within the process: under an approval, only tried for a plan or shown, or reading. */
interface Replay {
  actor: StaffActor;
  approval?: Approval;
  proposal?: Proposal;
  shows?: Shows;
}

interface Replayed {
  status: number;
  body: Record<string, unknown>;
  /** The body as it was answered. */
  text: string;
  /** Whether a job goes on with the work. */
  goesOn: boolean;
  /** Whether it was done under its approval. */
  isDone: boolean;
}

const header = 'x-replay';

/** Makes calls within the process on behalf of a person: planned ones again, and those of their assistants. */
export class Replays {
  // Nobody outside the process knows the key of one that is being made.
  private readonly running = new Map<string, Replay>();

  /** The one that a request is, if any. */
  of({ headers }: FastifyRequest): Replay | undefined {
    const key = headers[header];
    return typeof key === 'string' ? this.running.get(key) : undefined;
  }

  /** Makes a call; its answer is in this language. */
  async make(
    app: FastifyInstance,
    { method, url, body, key: repeatKey }: GivenCall,
    { locale, ...replay }: Replay & { locale: Locale },
  ): Promise<Replayed> {
    const key = randomUUID();
    let goesOn = false;
    let isDone = false;
    const approval = replay.approval && {
      ...replay.approval,
      onJob: () => (goesOn = true),
      onDone: () => (isDone = true),
    };
    this.running.set(key, { ...replay, ...(approval && { approval }) });
    try {
      const answer = await app.inject({
        method: method as 'POST',
        url,
        headers: { [header]: key, 'x-language': locale, ...headersOf({ key: repeatKey }) },
        ...(body !== null && { payload: body as object }),
      });
      return { status: answer.statusCode, body: bodyOf(answer.body), text: answer.body, goesOn, isDone };
    } finally {
      this.running.delete(key);
    }
  }
}

/** A body that is JSON; nothing of any other. */
function bodyOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
