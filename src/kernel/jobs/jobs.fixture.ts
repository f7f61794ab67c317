import { Jobs } from './jobs.ts';

/** A process of its own that takes one job, says so, and never ends it: `node jobs.fixture.ts <database url>`. */
const connection = { connectionString: process.argv[2] ?? '' };
const jobs = new Jobs({ connection, onError: console.error });
jobs.define('endless', {
  run: async ({ progress }) => {
    progress.tell(1, 2);
    // Once it can be read.
    setTimeout(() => console.log('taken'), 1000);
    await new Promise(() => undefined);
  },
});
await jobs.start();
