import path from 'node:path';

const longest = 80;

/**
 * The name of an uploaded file as part of a key, without folders and extension: `&` becomes `x`; white space, control
 * characters and all other characters not allowed in keys become underscores.
 */
export function cleanStem(name: string): string {
  const stem = path.parse(name.replaceAll('\\', '/')).name;
  return (
    stem
      .replaceAll('&', 'x')
      .replaceAll(/[^A-Za-z0-9._-]/gu, '_')
      .slice(0, longest) || 'file'
  );
}
