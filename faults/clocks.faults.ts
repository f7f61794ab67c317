import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, type Outcome, until, watchHealth } from './load.ts';
import { Office } from './office.ts';
import { processClock } from './process-clock.ts';

const hour = 3600;
// Instances look for due acts twice a second.
const watchedMs = 10_000;

interface Change {
  res_idx: number;
}

/** One instance's clock is two hours ahead; a change for an hour from now is not due for either. */
async function twoHoursApart(office: Office): Promise<Outcome | string> {
  const clock = await processClock();
  if (!clock) return 'there is no libfaketime of Debian here';
  await clock.set(2 * hour);
  const other = await Office.start({ DATA_DIR: office.dataDir, ...clock.environment });
  const stall = watchHealth(other);
  try {
    const cid = `clocks-${Math.random().toString(36).slice(2, 8)}`;
    await office.results('POST', '/api/v1/collection', { cid, title: cid });
    const schedule = async (target: 'description' | 'price', value: unknown, inSeconds: number) => {
      const apply_at = Math.floor(Date.now() / 1000) + inSeconds;
      return office.results<Change>('POST', '/api/v1/reservation', { cid, target, value, apply_at });
    };
    const statusOf = async ({ res_idx }: Change) =>
      (await office.results<{ status: string }>('GET', `/api/v1/reservation/${res_idx}`)).status;
    const later = await schedule('price', [{ currency: 'KRW', price: '1' }], hour);
    const soon = await schedule('description', 'Applied', 2);
    const recoveryMs = await until(async () => (await statusOf(soon)) === 'applied');
    await sleep(watchedMs);
    const wrong = new Map<string, number>();
    if ((await statusOf(later)) === 'scheduled') await office.results('DELETE', `/api/v1/reservation/${later.res_idx}`);
    else wrong.set('applied an hour early', 1);
    return { acknowledged: 2, lost: 0, refused: 0, wrong, recoveryMs, stallMs: stall() };
  } finally {
    stall();
    await other.stop();
    await clock.remove();
  }
}

export const clockFaults: Fault[] = [{ name: 'the clocks of two instances are two hours apart', run: twoHoursApart }];
