import type { ParseArgsConfig } from 'node:util';
import type { Office } from './office-calls.ts';
import type { Printer } from './printer.ts';

/** An option of a command, as `--help` shows it and as `node:util` parses it. */
interface Option {
  type: 'string' | 'boolean';
  /** What stands for its value in the help; only of strings. */
  value?: string;
  says: string;
  short?: string;
  multiple?: true;
}

export type Options = Readonly<Record<string, Option>>;

type Value<Of extends Option> = Of['type'] extends 'boolean'
  ? boolean | undefined
  : Of['multiple'] extends true
    ? string[] | undefined
    : string | undefined;

/** The values of options by name. */
export type Values<Of extends Options> = { readonly [Name in keyof Of]: Value<Of[Name]> };

/** What a command works with. */
export interface Parts {
  /** The office that the person logged in to; throws {@link Misused} if there is none. */
  office: () => Promise<Office>;
  printer: Printer;
}

/** A command: how it is written, what it says of itself, and what it does. Its result is printed, as JSON with `--json`. */
export interface Command {
  name: string;
  /** What follows the name: `FILE --plan | --apply`. */
  usage: string;
  /** What it does, in a sentence. */
  says: string;
  options: Options;
  /** The fewest and the most arguments. */
  takes: readonly [number, number];
  run: (parts: Parts, args: readonly string[], values: never) => Promise<Result>;
}

/** What a command answers: for programs, and for a person as lines. */
export interface Result {
  /** Printed with `--json`. */
  json: Readonly<Record<string, unknown>>;
  /** Printed otherwise. */
  lines: readonly string[];
  /** An exit code other than 0. */
  exit?: number;
}

/** Declares a command, its function typed by its options. */
export const command = <const O extends Options>(
  declared: Omit<Command, 'options' | 'run'> & {
    options: O;
    run: (
      parts: Parts,
      args: readonly string[],
      values: Values<O & Pick<typeof everywhere, 'json'>>,
    ) => Promise<Result>;
  },
): Command => declared;

/** Options that every command takes. */
export const everywhere = {
  json: { type: 'boolean', says: 'Print one JSON document on the standard output, for programs' },
  lang: { type: 'string', value: 'LANGUAGE', says: 'The language of what the office answers: en, es, jp, ko or tr' },
  help: { type: 'boolean', short: 'h', says: 'Explain the command' },
} as const satisfies Options;

/** The options in the form of `node:util`. */
export const parsable = (options: Options): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short && { short }), ...(multiple && { multiple }) },
    ]),
  );
