import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../messages/errors.ts';
import { inTurns } from '../work/in-turns.ts';
import { type Cut, type Excess, scanJson, textOf } from './json-scan.ts';
import { requirePlainText } from './plain-text.ts';

const excesses: Record<Excess, [status: number, key: string]> = {
  values: [413, 'invalid.too_large'],
  part: [413, 'invalid.too_large'],
  depth: [400, 'invalid.too_deep'],
};

/**
 * Parses a body in parts, so that other requests are answered in between. Undefined if it is empty. Throws AppError 413
 * if it has more than the allowed number of values, and 400 if it is not JSON or has text that cannot be stored.
 */
export async function parseJson(bytes: Uint8Array, mostValues: number): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  const cuts = await inTurns(scanJson(bytes, mostValues));
  if (typeof cuts === 'string') throw new AppError(...excesses[cuts]);
  const body = partOf(bytes, undefined, cuts[0]);
  requirePlainText(body);
  for (const [index, cut] of cuts.entries()) {
    await nextTurn();
    join(body, partOf(bytes, cut, cuts[index + 1]), cut);
  }
  return body;
}

/** The text between two cuts, with the brackets of what they split around it. */
function partOf(bytes: Uint8Array, from: Cut | undefined, to: Cut | undefined): unknown {
  const opening = from && from.path.map((name) => `{${name}:`).join('') + (from.between === 'elements' ? '[' : '{');
  const closing = to && (to.between === 'elements' ? ']' : '}') + '}'.repeat(to.path.length);
  const text = textOf(bytes, from ? from.at + 1 : 0, to ? to.at : bytes.length);
  try {
    return JSON.parse(`${opening ?? ''}${text}${closing ?? ''}`);
  } catch (error) {
    throw new AppError(400, 'invalid.body', undefined, { cause: error });
  }
}

/** Adds a part: the rest of a list to its beginning, or further fields. As in `JSON.parse`, the last of a name counts. */
function join(body: unknown, part: unknown, { between, path }: Cut): void {
  const keys = path.map((name): string => JSON.parse(name));
  const within = (of: unknown) => keys.reduce<unknown>((value, key) => Object(value)[key], of);
  const [whole, rest] = [within(body), within(part)];
  if (between === 'elements') return append(whole, rest, keys);
  requirePlainText(rest, keys);
  Object.assign(Object(whole), rest);
}

function append(list: unknown, rest: unknown, path: readonly string[]): void {
  if (!Array.isArray(list) || !Array.isArray(rest)) throw new AppError(400, 'invalid.body');
  for (const item of rest) requirePlainText(item, [...path, String(list.push(item) - 1)]);
}
