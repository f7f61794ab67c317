import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseProxy, startDatabaseProxy } from '#test/database-proxy.ts';
import { startBenchServer } from '../bench/kit.ts';
import { type Fault, underLoad } from './load.ts';
import { Office } from './office.ts';

const lastsMs = 12_000;

const kinds: Record<string, (proxy: DatabaseProxy) => Promise<void>> = {
  'connections are cut five times a second': async (proxy) => {
    for (let n = 0; n < 25; n++) {
      proxy.cut();
      await sleep(200);
    }
  },
  'the network swallows everything for 12 s': async (proxy) => {
    proxy.swallow();
    await sleep(lastsMs);
    proxy.mend();
  },
};

/** Each with a network of ours between the office and a database elsewhere. */
export const networkFaults: Fault[] = Object.entries(kinds).map(([name, cause]) => ({
  name,
  run: async () => {
    const server = await startBenchServer();
    const proxy = await startDatabaseProxy(await server.database('faults'));
    const office = await Office.start({ DATABASE_URL: proxy.url });
    try {
      return await underLoad(office, () => cause(proxy));
    } finally {
      await office.stop();
      await proxy.close();
      await server.stop();
    }
  },
}));
