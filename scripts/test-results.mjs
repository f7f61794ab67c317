import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { excerpt, nearest } from './nearest.mjs';

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

/** The results in Playwright's JSON report. */
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

const parts = /^Expected[^:\n]*: *(.*)\n+Received[^:\n]*: *([^]*)/m;

/** An error with its place: that of a test which ran out of time is a second error, after the one that says so. */
function described({ message, location }) {
  const [what = ''] = stripVTControlCharacters(message ?? '').split('\nCall log:');
  const short = what.length > longest ? shortened(what) : what;
  return location ? `${path.basename(location.file)}:${location.line}: ${short.trim()}` : short.trim();
}

function shortened(what) {
  const [found, expected = '', received = ''] = parts.exec(what) ?? [];
  if (!found || received.length <= longest) return `${what.slice(0, longest)}…`;
  const wanted = expected.slice(0, longest / 2);
  const before = what.slice(0, what.indexOf(found)).slice(0, longest);
  // Without the quotes, which only the report has.
  const position = nearest(received, [wanted.replaceAll(/^"|"$/g, '')]);
  return `${before}Expected: ${wanted}\nReceived, nearest to it:\n${excerpt(received, position)}`;
}

function read(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}
