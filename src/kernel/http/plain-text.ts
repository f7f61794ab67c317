import { AppError } from '../errors.ts';

const maxDepth = 32;

/**
 * Refuses text that no database or sheet can hold (NUL, lone surrogates) and nesting no call of ours needs, anywhere in
 * a query, path or body. Throws an AppError 400 naming the field.
 */
export function requirePlainText(value: unknown, path: readonly (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new AppError(400, 'invalid.characters', undefined, { field: path.join('.') });
    }
    return;
  }
  if (value === null || typeof value !== 'object') return;
  if (path.length > maxDepth) throw new AppError(400, 'invalid.too_deep');
  for (const [key, item] of Object.entries(value)) {
    requirePlainText(key, path);
    requirePlainText(item, [...path, key]);
  }
}
