import { type BenchServer, fillBooks, openBenchApp, record } from './kit.ts';

const [few, many] = [2500, 10_000];
// Of all items and of some of them, each undone again.
const whole = 25;
const parts = 100;
const runs = 3;

/** The undo of an act on the contents of a collection beside later acts: of 10,000 items and of a quarter of them. */
export async function benchContentsUndo(server: BenchServer): Promise<void> {
  const url = await server.database('bench_contents_undo');
  await fillBooks(url, many);
  const { app, cookie } = await openBenchApp(url);
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const answer = await app.server.inject({ method, url: path, headers: { cookie }, ...(payload && { payload }) });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body.slice(0, 200)}`);
    return answer.json().results;
  };
  const undo = (act: unknown) => send('POST', `/api/v1/act/${Number(act)}/undo`);

  /** The milliseconds to foresee and to undo the act that filled a collection. */
  const measure = async (cid: string, count: number): Promise<{ foreseen: number; undone: number }> => {
    const contents = `/api/v5/collection/${cid}/contents`;
    const items = Array.from({ length: count }, (_, n) => ({ content_type: 'book', content_idx: n + 1 }));
    const taken = (some: typeof items) => send('PUT', contents, { remove: some, reason: 'bench' });
    await send('POST', '/api/v1/collection', { cid, title: cid });
    const { act_idx: act } = await send('PUT', contents, { add: items });
    for (let n = 0; n < whole; n++) await undo((await taken(items)).act_idx);
    for (let n = 0; n < parts; n++) {
      const start = Math.floor((n * count) / parts);
      await undo((await taken(items.slice(start, start + count / parts))).act_idx);
    }
    const times = { foreseen: Number.POSITIVE_INFINITY, undone: Number.POSITIVE_INFINITY };
    for (let n = 0; n < runs; n++) {
      const start = performance.now();
      await send('GET', `/api/v1/act/${Number(act)}`);
      times.foreseen = Math.min(times.foreseen, performance.now() - start);
    }
    const start = performance.now();
    const { kept } = await undo(act);
    times.undone = performance.now() - start;
    if (kept !== 0) throw new Error(`${kept} of ${count} items were kept.`);
    return times;
  };
  await measure('first', 100);
  const small = await measure('few', few);
  const large = await measure('many', many);
  for (const [of, name] of [
    ['foreseen', 'what the undo of an act on contents would do'],
    ['undone', 'the undo of an act on contents'],
  ] as const)
    record({
      name: `${name}, of ${many} items`,
      said: `${large[of].toFixed(0)} ms beside ${whole + parts} later acts, of ${small[of].toFixed(0)} ms with ${few}`,
      ratio: large[of] / small[of],
      // Four times as many, and not the square.
      aim: { most: 6 },
    });
  await app.stop();
}
