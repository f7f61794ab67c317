import { Jobs } from './jobs.ts';

/** A separate process that takes a job, reports progress, and never ends it: `node jobs.fixture.ts <database url>`. */
const connection = { connectionString: process.argv[2] ?? '' };
const jobs = new Jobs({ connection, onError: console.error });
jobs.define('endless', {
  run: async ({ progress }) => {
    progress.report(1, 2);
    await new Promise(() => undefined);
  },
});
await jobs.start();
