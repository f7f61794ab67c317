import { runTests } from './tests.mjs';

// Arguments after `npm test --` select test files, of which all tests run.
const filters = process.argv.slice(2);
const isPart = filters.length > 0;
await runTests({ projects: isPart ? ['unit', 'process'] : ['unit'], browser: isPart ? 'all' : 'journeys', filters });
