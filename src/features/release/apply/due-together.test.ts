import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { killableOffices } from '#test/killable.ts';

// `npm run test:long` has a hundred.
const [count, collections] = process.env['TEST_LONG'] ? [100, 25] : [12, 3];
// Nothing is due while it is being scheduled, however busy the machine; then all is in a few seconds. Seconds.
const [notice, soon] = [3600, 3];

const { query, start, signIn } = killableOffices();

interface Applied {
  cid: string;
  source: 'release' | 'reservation';
  number: number;
  late: number;
}

test(`${count} releases and scheduled changes of ${collections} collections, due in one second on two instances, are all applied, those of a collection in order`, async () => {
  const offices = [await start(), await start()];
  const clients = await Promise.all(offices.map(signIn));
  const call = async (n: number, method: string, path: string, body: object) =>
    clients[n % clients.length]?.results(method, path, body);
  for (let n = 0; n < collections; n++)
    await call(n, 'POST', '/api/v1/collection', { cid: `c${n}`, title: `Collection ${n}` });
  const later = Math.ceil(Date.now() / 1000) + notice;
  let last = '';
  for (let n = 0; n < count; n++) {
    const cid = `c${n % collections}`;
    const prices = [{ currency: 'KRW', price: String(n + 1) }];
    // Each second one of a collection is a release, although they come after all scheduled changes of that second.
    if (Math.floor(n / collections) % 2 === 0) {
      await call(n, 'POST', '/api/v1/reservation', { cid, target: 'price', value: prices, apply_at: later });
      continue;
    }
    const release = await call(n, 'POST', '/api/v1/release', { name: `R${n}` });
    const url = `/api/v1/release/${release?.['rel_idx']}`;
    await call(n, 'PUT', `${url}/change`, { kind: 'collection', id: cid, values: { prices } });
    await call(n, 'PUT', url, { apply_at: later });
    last = url;
  }
  // No conflicts: each is applied over those before it.
  const apply_at = Math.ceil(Date.now() / 1000) + soon;
  await query(`update reservation set anyway = true, apply_at = to_timestamp(${apply_at})`);
  await query('update release_change set anyway = true');
  await query(`update release set apply_at = to_timestamp(${apply_at})`);
  // Saved once more, so that the instances learn of it.
  await call(0, 'PUT', last, { name: 'The last', apply_at });
  await sleep(apply_at * 1000 - Date.now());
  const left = () =>
    query(
      `select from reservation where status = 'scheduled' union all select from release where status = 'scheduled'`,
    );
  await expect.poll(left, { timeout: 120_000, interval: 100 }).toEqual([]);

  const applied = await query<Applied>(`
    select v.entity_id as cid, case when a.entity_id is null then 'reservation' else 'release' end as source,
      substring(v.reason from '[0-9]+')::integer as number,
      round(extract(epoch from v.at - to_timestamp(${apply_at})) * 1000)::integer as late
    from version v left join audit a on a.action = 'release.applied' and v.reason like 'Release ' || a.entity_id || ':%'
    where v.reason is not null order by v.ver_idx`);
  expect(applied).toHaveLength(count);
  for (const [cid, own] of Map.groupBy(applied, (one) => one.cid)) {
    const order = own.map(({ source, number }) => `${source} ${number}`);
    const wanted = own.toSorted(
      (one, other) =>
        Number(one.source === 'release') - Number(other.source === 'release') || one.number - other.number,
    );
    expect(order, cid).toEqual(wanted.map(({ source, number }) => `${source} ${number}`));
  }
  const ended = await query(`select status, count(*)::integer from (
    select status from reservation union all select status from release) all_sets group by status`);
  expect(ended).toEqual([{ status: 'applied', count }]);
  const late = applied.map((one) => one.late).toSorted((one, other) => one - other);
  console.log(`of ${count} due at once: median ${late[Math.floor(count / 2)]} ms late, last ${late.at(-1)} ms`);
});
