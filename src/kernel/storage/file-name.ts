import path from 'node:path';

const longest = 80;

/**
 * The name of an uploaded file, without folders and extension, as it may stand in a key: `&` becomes `x`; white space,
 * control characters and whatever else a key has no room for become underscores.
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
