import os from 'node:os';
import { defineConfig } from 'vitest/config';
import nodeFlags from './scripts/node-flags.json' with { type: 'json' };

// Tests that start, kill, stop or replace whole processes and servers: they take as long as those do.
const ofProcesses = [
  'src/{backup,moving,operations,purge}/*.test.ts',
  'src/verify/verify.test.ts',
  'src/{process,instance-clocks}.test.ts',
  'src/kernel/db/{embedded,failover,failover-log,lost-database}.test.ts',
  'src/kernel/http/request-log.test.ts',
  'src/kernel/mount/{metrics,tracing}.test.ts',
  'src/kernel/storage/s3-storage.test.ts',
  'src/features/registration/redeem/redeem-race.test.ts',
  'src/features/release/apply/due-together.test.ts',
  'src/features/{mail/mail,mailing/mailing,doctor/doctor}.test.ts',
  'src/features/staff/single-sign-on/single-sign-on.test.ts',
  'src/features/proof/outlet/*.test.ts',
  'src/**/*-kill.test.ts',
  'test/portal-client/mirror-fail-over.test.ts',
  'test/office-command/*.test.ts',
  'test/{built-image,compose,dev-server,path-proxies,lagging-replica,patroni,point-in-time,pooler,release-command,upgrade,upgrade-acts,upgrade-waiting}.test.ts',
];

/**
 * `unit`: rules and HTTP against a real PostgreSQL. `process`: what `npm run test:process` kills and restores. `check`: what
 * `npm run check` compares (generated types, words).
 */
export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/to-show.ts',
    // Files share the modules a worker has loaded: loading them again for each file took longer than the tests.
    isolate: false,
    // Compiled once, for all runs until a module changes: half the time of the check's tests.
    fsModuleCache: true,
    fsModuleCachePath: '.cache/modules',
    // A tenth of the tests' time went to garbage collection after requests.
    execArgv: [...nodeFlags, '--max-semi-space-size=64'],
    // One more than processors: many tests wait for a process, a lock or a clock.
    maxWorkers: Math.min(4, os.availableParallelism() + 1),
    // Far longer than any test takes: a slow machine must not cause failures.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A list of what is wrong is printed, not counted: the sum at the end of a run has nothing else to show.
    chaiConfig: { truncateThreshold: 1000 },
    // Each poll is a request: polling more often would slow down the very thing a test waits for.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: ['test/check/**', ...ofProcesses],
          globalSetup: 'test/built.ts',
        },
      },
      { extends: true, test: { name: 'process', include: ofProcesses, globalSetup: 'test/built.ts' } },
      { extends: true, test: { name: 'check', include: ['test/check/*.test.ts'] } },
    ],
  },
});
