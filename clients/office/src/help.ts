import { type Command, everywhere, type Options } from './command.ts';

const codes = `Exit codes: 0 done, 1 the doctor found something bad, 2 wrong usage, 3 the office said no, 4 no answer or a failure
of the office, 5 planned: another person has to approve it, 130 interrupted.`;

/** What `office --help` prints. */
export const overview = (commands: readonly Command[]): string =>
  [
    'office COMMAND [OPTIONS]',
    '',
    'Does the work of staff in a library office, with an API key. Of a command: office COMMAND --help',
    '',
    ...commands.flatMap(({ name, usage, says }) => [`  ${`${name} ${usage}`.trim()}`, `      ${says}.`]),
    '',
    'Instead of login: OFFICE_URL and OFFICE_KEY in the environment. OFFICE_CONFIG is the folder of its files.',
    '',
    codes,
  ].join('\n');

/** What `office COMMAND --help` prints. */
export const commandHelp = ({ name, usage, says, options }: Command): string =>
  [`office ${name} ${usage}`.trim(), '', `${says}.`, '', ...linesOf({ ...options, ...everywhere }), '', codes].join(
    '\n',
  );

function linesOf(options: Options): string[] {
  const named = Object.entries(options).map(([name, { short, value, says }]) => ({
    head: `  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    says,
  }));
  const width = Math.max(...named.map(({ head }) => head.length));
  return named.map(({ head, says }) => `${head.padEnd(width)}  ${says}`);
}
