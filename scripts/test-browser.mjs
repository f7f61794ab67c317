import { runTests } from './tests.mjs';

// The browser tests that `npm test` leaves out.
await runTests({ projects: [], browser: 'others', filters: process.argv.slice(2) });
