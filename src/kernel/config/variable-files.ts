import { readFileSync } from 'node:fs';

/** A variable whose file cannot be used, and why. */
interface VariableProblem {
  name: string;
  message: string;
}

/**
 * The variables that are set, which a blank one is not. The value of `NAME_FILE` is the path of a file with the value of
 * `NAME`, without the line break at its end: secret stores and containers hand secrets over as files, and a variable can
 * be seen by whoever may inspect the process.
 */
export function givenVariables(
  environment: Record<string, string | undefined>,
  names: readonly string[],
): { given: Record<string, string>; problems: VariableProblem[] } {
  const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';
  const given: Record<string, string> = {};
  const problems: VariableProblem[] = [];
  for (const name of names) {
    const value = environment[name];
    if (isSet(value)) given[name] = value;
    const file = environment[`${name}_FILE`];
    if (!isSet(file)) continue;
    if (isSet(value)) {
      problems.push({ name: `${name}_FILE`, message: `must not be set with ${name}` });
      continue;
    }
    try {
      const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (isSet(content)) given[name] = content;
      else problems.push({ name: `${name}_FILE`, message: `${file} is empty` });
    } catch (error) {
      problems.push({ name: `${name}_FILE`, message: `cannot be read (${(error as Error).message})` });
    }
  }
  return { given, problems };
}
