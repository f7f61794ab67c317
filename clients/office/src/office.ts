#!/usr/bin/env node
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readAccount } from './account.ts';
import { codesDeliver, codesIssue } from './commands/codes.ts';
import { releaseApply, undo } from './commands/acts.ts';
import { doctor } from './commands/doctor.ts';
import { exportList } from './commands/export.ts';
import { importBooks, importOnix } from './commands/import.ts';
import { login, logout } from './commands/login.ts';
import { textsIn, textsOut } from './commands/texts.ts';
import { type Command, everywhere, parsable, type Result } from './command.ts';
import { Ended, exits, Misused } from './failures.ts';
import { commandHelp, overview } from './help.ts';
import { Office } from './office-calls.ts';
import { Printer } from './printer.ts';
import { refusedHere } from './received-file.ts';

const commands: readonly Command[] = [
  login,
  logout,
  importBooks,
  importOnix,
  textsOut,
  textsIn,
  codesIssue,
  codesDeliver,
  releaseApply,
  undo,
  exportList,
  doctor,
];

/** Runs what was typed; answers the exit code. */
async function run(typed: readonly string[]): Promise<number> {
  const printer = new Printer({ json: typed.includes('--json') });
  printer.catchInterrupts();
  try {
    const found = commandIn(typed);
    if (!found) {
      if (typed.length === 0 || typed.some((one) => one === '--help' || one === '-h')) return help(overview(commands));
      throw new Misused(`There is no command “${typed.slice(0, 2).join(' ')}”; office --help lists them.`);
    }
    const { values, positionals } = parsed(found, typed.slice(found.name.split(' ').length));
    if (values['help']) return help(commandHelp(found));
    const [fewest, most] = found.takes;
    if (positionals.length < fewest || positionals.length > most)
      throw new Misused(`office ${[found.name, found.usage].join(' ').trim()}`);
    const language = values['lang'] as string | undefined;
    const parts = { printer, office: async () => new Office(await readAccount(), language) };
    const result: Result = await found.run(parts, positionals, values as never);
    printer.result(result);
    return result.exit ?? exits.done;
  } catch (error) {
    const ended = error instanceof Ended ? error : refusedHere(error);
    if (!ended) throw error;
    printer.failure(ended);
    return ended.exit;
  }
}

/** The command that the words begin with: its name has one or two. */
const commandIn = (typed: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name === typed[0] || name === typed.slice(0, 2).join(' '));

function parsed({ name, options }: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: parsable({ ...options, ...everywhere }) });
  } catch (error) {
    throw new Misused(`${error instanceof Error ? error.message : String(error)} See office ${name} --help.`);
  }
}

function help(text: string): number {
  process.stdout.write(`${text}\n`);
  return exits.done;
}

process.exitCode = await run(process.argv.slice(2));
