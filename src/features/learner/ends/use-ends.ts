import { client } from '#client/api.ts';
import type { EndAct } from '#features/registration/ends-rules.public.ts';
import type { EndsDone, endsApi } from './ends.contract.ts';

const call = client<typeof endsApi>();

/** By how much an extension extends, or until which day. */
export interface Terms {
  days?: number;
  until?: string;
}

interface Wanted extends Terms {
  memo?: string;
  dry_run?: true;
}

interface Of {
  ref: string;
  act: EndAct;
  ids: number[];
}

async function send(
  { ref, act, ids }: Of,
  { days, until, ...rest }: Wanted,
  options: { signal?: AbortSignal; idempotencyKey?: string },
): Promise<EndsDone & { count: number }> {
  const params = { ref };
  const body = { registrations: ids, ...rest };
  if (act === 'extend') {
    const terms = days === undefined ? { until } : { days };
    const { results } = await call('POST /api/v1/learner/:ref/extend', {
      params,
      body: { ...body, ...terms },
      ...options,
    });
    return { ...results, count: results.extended };
  }
  if (act === 'cancel') {
    const { results } = await call('POST /api/v1/learner/:ref/cancel', { params, body, ...options });
    return { ...results, count: results.canceled };
  }
  if (act === 'restore') {
    const { results } = await call('POST /api/v1/learner/:ref/restore', { params, body, ...options });
    return { ...results, count: results.restored };
  }
  const one = { reg_idx: ids[0] ?? 0, ...rest };
  const { results } = await call('POST /api/v1/learner/:ref/again', { params, body: one, ...options });
  return { ...results, count: results.given };
}

/** The calls of an act, or of what it would do; they answer how many registrations change, and how. */
export const useEnds =
  (of: Of) =>
  (wanted: Wanted, options: { signal?: AbortSignal; idempotencyKey?: string }): ReturnType<typeof send> =>
    send(of, wanted, options);
