import { runTests } from './tests.mjs';

// The browser tests that `npm test` leaves out.
await runTests({ unit: false, browser: 'others', filters: process.argv.slice(2) });
