import { AppError } from '../errors.ts';

/**
 * Refuses text that no database or sheet can hold (NUL, lone surrogates), and a field called `__proto__`, anywhere in a
 * query, path or body, of which `value` stands at `base`. Throws an AppError 400 naming the field.
 */
export function requirePlainText(value: unknown, base: readonly string[] = []): void {
  const path = pathOfTrouble(value);
  if (path) throw new AppError(400, 'invalid.characters', undefined, { field: [...base, ...path].join('.') });
}

/** Undefined where there is none. The path is put together on the way back: most values need none. */
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
