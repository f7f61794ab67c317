import { Jobs } from './jobs.ts';

/** A process of its own that takes one job, tells how far it is, and never ends it: `node jobs.fixture.ts <database url>`. */
const connection = { connectionString: process.argv[2] ?? '' };
const jobs = new Jobs({ connection, onError: console.error });
jobs.define('endless', {
  run: async ({ progress }) => {
    progress.tell(1, 2);
    await new Promise(() => undefined);
  },
});
await jobs.start();
