/** The state of a list in the URL: its filters, sort and page, without empty values. */
export type ListQuery = Record<string, string | number | undefined>;

/** The URL of a list with some of its query changed. Any change other than of the page returns to the first page. */
export function listUrl(path: string, query: ListQuery, changes: ListQuery = {}): string {
  const merged = { ...query, ...('page' in changes ? {} : { page: undefined }), ...changes };
  const given = Object.entries(merged).filter(
    ([name, value]) => value !== undefined && value !== '' && !(name === 'page' && value === 1),
  );
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
