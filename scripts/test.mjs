import { runTests } from './tests.mjs';

// Arguments after `npm test --` select test files, of which all tests run.
const filters = process.argv.slice(2);
await runTests({ unit: true, browser: filters.length > 0 ? 'all' : 'journeys', filters });
