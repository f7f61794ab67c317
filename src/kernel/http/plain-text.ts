import { AppError } from '../messages/errors.ts';

/** The maximum number of query parameters, or of fields of a form: a list posts up to 200 chosen rows in one. */
export const maxParameters = 1000;

/**
 * Refuses text that cannot be stored (NUL, lone surrogates) and fields called `__proto__`, anywhere in a query, path or
 * body; `base` is the path of `value` in it. Throws an AppError 400 naming the field.
 */
export function requirePlainText(value: unknown, base: readonly string[] = []): void {
  const path = pathOfTrouble(value);
  if (path) throw new AppError(400, 'invalid.characters', undefined, { field: [...base, ...path].join('.') });
}

/** Undefined if there is none. The path is built while unwinding, since most values do not need one. */
function pathOfTrouble(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isPlain(value) ? undefined : [];
  if (value === null || typeof value !== 'object') return undefined;
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return [key];
    if (!isPlain(key)) return [];
    const path = pathOfTrouble((value as Record<string, unknown>)[key]);
    if (path) return [key, ...path];
  }
  return undefined;
}

const isPlain = (text: string) => !text.includes('\0') && text.isWellFormed();
