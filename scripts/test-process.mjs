import { runTests } from './tests.mjs';

// The tests of whole processes and servers, which `npm test` leaves out.
await runTests({ projects: ['process'], filters: process.argv.slice(2) });
