import path from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { shortestPassword } from '#features/staff/common-passwords.rules.ts';

export const commonPasswordsFile = path.resolve(
  import.meta.dirname,
  '../src/features/staff/common-passwords.generated.ts',
);

// As the rest of the code.
const width = 120;

/** `common-passwords.generated.ts`: of the 50,000 that people most often choose, those that are not too short anyway. */
export function commonPasswords(): string {
  const common = dictionary['passwords-common'].map((password) => password.toLowerCase());
  const lines: string[] = [];
  for (const one of [...new Set(common)].toSorted()) {
    if (one.length < shortestPassword) continue;
    const last = lines.at(-1);
    if (last !== undefined && last.length + one.length < width) lines[lines.length - 1] = `${last} ${one}`;
    else lines.push(one);
  }
  return `/** Written by \`npm run generate\`; separated by blanks and ends of lines. */
export const commonPasswords = String.raw\`
${lines.join('\n')}
\`;
`;
}
