import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Summarizes vitest's JSON report: counts, and every failure by name. */
export function readUnit(file) {
  const report = read(file);
  const files = report?.testResults ?? [];
  const tests = files.flatMap((one) => one.assertionResults.map((test) => ({ ...test, file: one.name })));
  // A file that fails to load has no tests to count: it counts as one failure.
  const broken = files.filter(
    (one) => one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures: [
      ...tests
        .filter((test) => test.status === 'failed')
        .map((test) => ({ name: `${test.file} › ${test.fullName}`, message: test.failureMessages.join('\n') })),
      ...broken.map((one) => ({ name: one.name, message: one.message })),
    ],
  };
}

/** The same for Playwright's JSON report. */
export function readBrowser(file) {
  const report = read(file);
  const errors = report?.errors ?? [];
  return {
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0) + errors.length,
    skipped: report?.stats.skipped ?? 0,
    failures: [
      ...(report?.suites ?? []).flatMap((suite) => failedSpecs(suite)),
      ...errors.map((error) => ({ name: 'playwright', message: error.message ?? '' })),
    ],
  };
}

function failedSpecs(suite) {
  const own = (suite.specs ?? [])
    .filter((spec) => !spec.ok)
    .map((spec) => ({
      name: `${spec.file} › ${spec.title}`,
      message: spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(described))).join('\n'),
    }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failedSpecs(inner))];
}

// Enough of an error to see what differs; what was received may be a whole page. Characters.
const longest = 600;

/** An error with its place: that of a test which ran out of time is a second error, after the one that says so. */
function described({ message, location }) {
  const [what = ''] = stripVTControlCharacters(message ?? '').split('\nCall log:');
  const short = what.length > longest ? `${what.slice(0, longest)}…` : what;
  return location ? `${path.basename(location.file)}:${location.line}: ${short.trim()}` : short.trim();
}

function read(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}
