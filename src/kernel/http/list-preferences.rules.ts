/** How a user views a list: the columns shown and the number of rows per page. */
export interface ListPreferences {
  columns: string[];
  size: number;
}

/** What a list lets users choose. */
export interface ListOffer {
  /** Its path. */
  path: string;
  /** Columns that may be shown or hidden. */
  columns: readonly string[];
  /** Columns shown by default. */
  initial: readonly string[];
  sizes: readonly number[];
  initialSize: number;
}

/** The cookie that stores a list's view, so that the server renders it correctly the first time. */
export const preferencesCookie = (path: string): string => `list${path.replaceAll('/', '_')}`;

/** The value of that cookie. */
export const preferencesText = ({ columns, size }: ListPreferences): string => `${columns.join('.')}~${size}`;

/** Parses that cookie; columns the list does not have are dropped. */
export function readPreferences(
  { columns, initial, sizes, initialSize }: ListOffer,
  text: string | undefined,
): ListPreferences {
  const [names, size] = (text ?? '').split('~');
  if (size === undefined) return { columns: [...initial], size: initialSize };
  const wanted = new Set(names?.split('.'));
  return {
    columns: columns.filter((name) => wanted.has(name)),
    size: sizes.find((one) => one === Number(size)) ?? initialSize,
  };
}
