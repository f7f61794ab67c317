import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { killableOffices } from '#test/killable.ts';

// The full test takes a minute of real time; a short one is part of every run.
const isLong = process.env['TEST_LONG'] === '1';
const count = isLong ? 200 : 20;
const spreadSeconds = isLong ? 50 : 3;
// How late the surviving instance may be, at the 99th percentile. Milliseconds.
const lateMs = 1000;

const { query, start, signIn } = killableOffices();

test(`${count} in close succession are applied once each and on time, though one instance is killed`, async () => {
  const killed = await start();
  await start();
  const http = await signIn(killed);
  for (let n = 0; n < 20; n++)
    await http.results('POST', '/api/v1/collection', { cid: `c${n}`, title: `Collection ${n}` });
  // No conflicts: each applies over those before it, however long it takes to schedule all.
  await query('alter table reservation alter anyway set default true');
  const schedule = (n: number, from: number) =>
    http.results('POST', '/api/v1/reservation', {
      cid: `c${n % 20}`,
      target: 'price',
      value: [{ currency: 'KRW', price: String(n + 1) }],
      apply_at: from + Math.floor((n * spreadSeconds) / count),
    });
  // Far ahead, however long it takes to schedule them; then all are near.
  const far = Math.ceil(Date.now() / 1000) + 86_400;
  for (let n = 0; n < count - 1; n++) await schedule(n, far);
  const first = Math.ceil(Date.now() / 1000) + (isLong ? 15 : 6);
  await query(`update reservation set apply_at = apply_at - interval '${far - first} s'`);
  // Scheduled last, so that the instances learn of it.
  await schedule(count - 1, first);
  await sleep(first * 1000 - Date.now() + (spreadSeconds * 1000) / 3);
  const killedAt = Date.now();
  await killed.kill();
  const left = async () => (await query(`select from reservation where status = 'scheduled'`)).length;
  await expect.poll(left, { timeout: (spreadSeconds + 30) * 1000, interval: 250 }).toBe(0);

  expect(await query('select status, count(*)::int as count from reservation group by status')).toEqual([
    { status: 'applied', count },
  ]);
  // One version each; within a collection, in the order of their times.
  const versions = await query<{ late: number; ordered: boolean; at: number }>(`
    select extract(epoch from v.at - r.apply_at) * 1000 as late, extract(epoch from v.at) * 1000 as at,
      r.apply_at >= lag(r.apply_at, 1, r.apply_at) over (partition by r.cid order by v.ver_idx) as ordered
    from reservation r join version v on v.ver_idx = r.applied_version and v.reason = 'Reservation ' || r.res_idx || ' (ada)'`);
  expect(versions).toHaveLength(count);
  expect(versions.filter(({ ordered }) => !ordered)).toEqual([]);
  expect(await query(`select from audit where action = 'reservation.applied'`)).toHaveLength(count);
  if (!isLong) return;
  // Lateness is measured only where nothing else runs. What the killed process had begun waits for
  // the database to notice.
  const later = versions.filter(({ at }) => at > killedAt + lateMs).map(({ late }) => late);
  const late = later.toSorted((one, other) => one - other)[Math.floor(later.length * 0.99) - 1] ?? 0;
  console.log(`p99 ${Math.round(late)} ms late, of ${later.length} after the kill`);
  expect(late).toBeLessThan(lateMs);
});
