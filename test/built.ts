import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Before tests that render screens: a fresh clone has none. Later, `npm test` and `npm run build` build what has changed. */
export default function build(): void {
  if (!existsSync('dist/.stamp')) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
