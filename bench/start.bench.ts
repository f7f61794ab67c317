import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnOffice } from '#test/process.ts';
import { best, cache, record } from './kit.ts';

const aimMs = 1500;

/** From spawning the process to the first response of /readyz, with an existing data folder. */
export async function benchStart(): Promise<void> {
  const environment = { DATA_DIR: path.join(cache, 'start'), LOG_LEVEL: 'silent', ADMIN_PASSWORD: 'bench bench bench' };
  const once = async () => {
    const office = await spawnOffice(environment);
    while (!(await fetch(`${office.url}/readyz`)).ok) await sleep(10);
    return office;
  };
  await (await once()).stop();
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    let office: Awaited<ReturnType<typeof once>> | undefined;
    shortest = Math.min(shortest, await best(1, async () => void (office = await once())));
    await office?.stop();
  }
  record({
    name: 'warm start to /readyz',
    said: `${shortest.toFixed(0)} ms of ${aimMs}`,
    ratio: shortest / aimMs,
    aim: { most: 1 },
  });
}
