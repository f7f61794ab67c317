/** How somebody looks at a list: which columns it shows, and how many rows on a page. */
export interface ListLook {
  columns: string[];
  size: number;
}

/** What a list offers to choose from. */
export interface ListOffer {
  /** Its address. */
  path: string;
  /** The columns that may be shown or left out. */
  columns: readonly string[];
  /** Those shown to whoever chose none. */
  initial: readonly string[];
  sizes: readonly number[];
  initialSize: number;
}

/** The cookie that keeps the look of a list, so that the server draws it right at once. */
export const lookCookie = (path: string): string => `list${path.replaceAll('/', '_')}`;

/** The value of that cookie. */
export const lookText = ({ columns, size }: ListLook): string => `${columns.join('.')}~${size}`;

/** Reads it back; what the list does not know is left out. */
export function readLook({ columns, initial, sizes, initialSize }: ListOffer, text: string | undefined): ListLook {
  const [names, size] = (text ?? '').split('~');
  if (size === undefined) return { columns: [...initial], size: initialSize };
  const wanted = new Set(names?.split('.'));
  return {
    columns: columns.filter((name) => wanted.has(name)),
    size: sizes.find((one) => one === Number(size)) ?? initialSize,
  };
}
