import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locale } from '../messages/locale.ts';
import type { StaffActor } from '../work/actor.ts';
import type { Approval, GivenCall } from '../work/approval.ts';

/** On whose behalf a planned call is made again, and under which approval. */
interface Replay {
  actor: StaffActor;
  approval: Approval;
}

interface Replayed {
  status: number;
  body: Record<string, unknown>;
  /** Whether a job goes on with the work. */
  goesOn: boolean;
}

const header = 'x-replay';

/** Makes planned calls again within the process, on behalf of whoever planned them. */
export class Replays {
  // Nobody outside the process knows the key of one that is being made.
  private readonly running = new Map<string, Replay>();

  /** The one that a request is, if any. */
  of({ headers }: FastifyRequest): Replay | undefined {
    const key = headers[header];
    return typeof key === 'string' ? this.running.get(key) : undefined;
  }

  /** Makes a call again; its answer is in this language. */
  async make(
    app: FastifyInstance,
    { method, url, body }: GivenCall,
    { locale, ...replay }: Replay & { locale: Locale },
  ): Promise<Replayed> {
    const key = randomUUID();
    let goesOn = false;
    const approval = { ...replay.approval, onJob: () => (goesOn = true) };
    this.running.set(key, { ...replay, approval });
    try {
      const answer = await app.inject({
        method: method as 'POST',
        url,
        headers: { [header]: key, 'x-language': locale },
        ...(body !== null && { payload: body as object }),
      });
      return { status: answer.statusCode, body: Object(answer.json()), goesOn };
    } finally {
      this.running.delete(key);
    }
  }
}
