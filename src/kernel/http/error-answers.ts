import type { FastifyError } from 'fastify';
import pg from 'pg';
import type { core } from 'zod';
import { DatabaseUnreachable, isLostConnection } from '../db/failures.ts';
import { AppError, type FieldProblem, namedFields } from '../messages/errors.ts';
import { SheetError } from '../sheets/sheet-error.ts';
import { StorageError } from '../storage/storage.ts';

/** How a constraint violation is reported to the caller. */
interface ConstraintMeaning {
  status: number;
  key: string;
  field?: string;
}

export type ConstraintMeanings = Record<string, ConstraintMeaning>;

/** Thrown by the validator compiler; carries zod's issues to the error handler. */
export class InputError extends Error {
  readonly issues: readonly core.$ZodIssue[];
  constructor(issues: readonly core.$ZodIssue[]) {
    super('The input does not fit the contract.');
    this.issues = issues;
  }
}

/** Converts any error into an AppError; undefined means an internal error, a 500. */
export function toAppError(error: unknown, constraints: ConstraintMeanings): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof InputError) return fromIssues(error.issues);
  if (error instanceof SheetError) return new AppError(422, error.code, error.values);
  if (error instanceof StorageError) return new AppError(error.status, error.code, undefined, { cause: error });
  if (error instanceof pg.DatabaseError) return fromDatabase(error, constraints);
  if (error instanceof DatabaseUnreachable) return new AppError(503, 'error.database', undefined, { cause: error });
  if (isFastifyError(error)) return fromFastify(error);
  return undefined;
}

/** A partition's constraint has the name of its table's constraint plus a number. */
const meaningOf = (name: string, constraints: ConstraintMeanings) =>
  constraints[name] ?? constraints[name.replace(/_\d+$/, '')];

function fromDatabase(error: pg.DatabaseError, constraints: ConstraintMeanings): AppError | undefined {
  const meaning = meaningOf(error.constraint ?? '', constraints);
  if (meaning) return new AppError(meaning.status, meaning.key, undefined, { field: meaning.field, cause: error });
  // 40xxx: rolled back on every retry.
  if (error.code?.startsWith('40')) return new AppError(503, 'error.transaction', undefined, { cause: error });
  if (error.code === '57014') return new AppError(503, 'error.too_slow', undefined, { cause: error });
  if (error.code === '55P03') return new AppError(503, 'error.held', undefined, { cause: error });
  if (isLostConnection(error)) return new AppError(503, 'error.database', undefined, { cause: error });
  return undefined;
}

const fastifyKeys: Record<number, string> = {
  413: 'invalid.too_large',
  415: 'invalid.media_type',
  429: 'error.too_many',
};

function fromFastify(error: FastifyError): AppError | undefined {
  const status = error.statusCode ?? 500;
  if (status >= 500) return undefined;
  return new AppError(status, fastifyKeys[status] ?? 'invalid.body', undefined, { cause: error });
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error;
}

function fromIssues(issues: readonly core.$ZodIssue[]): AppError {
  const fields = new Map<string, FieldProblem>();
  for (const issue of issues.slice(0, namedFields).flatMap(chosenIssues)) {
    for (const path of pathsOf(issue)) {
      // A body that is wrong as a whole has no field to report.
      if (path !== '' && fields.size < namedFields && !fields.has(path)) fields.set(path, problemOf(issue));
    }
  }
  return new AppError(400, 'invalid.input', undefined, { fields: Object.fromEntries(fields) });
}

/** For a body with several possible shapes, the problems of the shape whose fields it has. */
function chosenIssues(issue: core.$ZodIssue): core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  // Such as a time, which may be a number or a text: its message says both. One that is missing is required.
  if (isKey(issue.message) && issue.input !== undefined) return [issue];
  const fits = (branch: readonly core.$ZodIssue[]) =>
    !branch.some((one) => one.code === 'unrecognized_keys' && one.path.length === 0);
  const branch = issue.errors.find(fits) ?? issue.errors[0] ?? [];
  return branch.slice(0, namedFields).flatMap((one) => chosenIssues({ ...one, path: [...issue.path, ...one.path] }));
}

function pathsOf(issue: core.$ZodIssue): string[] {
  const base = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, namedFields).map((key) => [...base, key].join('.'));
  return [base.join('.')];
}

function problemOf(issue: core.$ZodIssue): FieldProblem {
  const problem = commonProblemOf(issue);
  // Our schemas name their message by key; zod's own messages are sentences.
  return isKey(issue.message) ? { ...problem, key: issue.message } : problem;
}

const isKey = (message: string) => /^\S+$/.test(message);

const tooSmall: Record<string, string> = { string: 'invalid.too_short', array: 'invalid.too_few' };
const tooBig: Record<string, string> = { string: 'invalid.too_long', array: 'invalid.too_many' };

function commonProblemOf(issue: core.$ZodIssue): FieldProblem {
  switch (issue.code) {
    case 'unrecognized_keys':
    case 'invalid_key':
      return { key: 'invalid.unknown_field' };
    case 'too_small': {
      const empty = issue.origin === 'string' && issue.minimum === 1;
      const key = empty ? 'invalid.required' : (tooSmall[issue.origin] ?? 'invalid.too_small');
      return { key, values: { limit: Number(issue.minimum) } };
    }
    case 'too_big':
      return { key: tooBig[issue.origin] ?? 'invalid.too_big', values: { limit: Number(issue.maximum) } };
    case 'invalid_type':
      return { key: issue.input === undefined ? 'invalid.required' : 'invalid.type' };
    case 'invalid_value':
      return { key: 'invalid.choice', values: { choices: issue.values.join(', ') } };
    case 'invalid_format':
      return { key: 'invalid.format' };
    case 'custom':
      return { key: 'invalid.format', values: issue.params };
    default:
      return { key: 'invalid.type' };
  }
}
