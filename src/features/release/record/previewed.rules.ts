/** The kinds of records of which there are previews, by the kind of change: orders of series and items of guides have none. */
const previewedBy: Readonly<Record<string, string>> = {
  book: 'book',
  words: 'book',
  images: 'book',
  files: 'book',
  units: 'book',
  collection: 'collection',
  contents: 'collection',
  roadmap: 'roadmap',
  advertisement: 'advertisement',
};

/** The dialog that makes a preview of a record as it will be in a release; null if there is none. */
export function previewHref(relIdx: number, { kind, id }: { kind: string; id: string }): `/${string}` | null {
  const of = previewedBy[kind];
  return of === undefined ? null : `/preview/create?${new URLSearchParams({ of, id, release: String(relIdx) })}`;
}
