import { sql } from 'kysely';
import type { z } from 'zod';
import { collectionsThen } from '#features/collection/collection-versions.public.ts';
import type { Context } from '#kernel/work/context.ts';
import type { PortalBook, PortalCollection } from '../portal.contract.ts';
import { bookDocument } from '../read/portal-book.read.ts';
import { collectionDocument } from '../read/portal-collection.read.ts';
import { booksShown } from './preview.rules.ts';
import type { PreviewLink } from './preview-links.service.ts';
import {
  isPast,
  noteOf,
  type Parts,
  type PreviewNote,
  readDocument,
  readFrom,
  type ShownReleases,
} from './shown.read.ts';

type ReadBook = z.output<typeof PortalBook>;
type ReadCollection = z.output<typeof PortalCollection>;

export interface BookPreviewProps {
  note: PreviewNote;
  book: ReadBook;
}

export interface CollectionPreviewProps {
  note: PreviewNote;
  collection: Omit<ReadCollection, 'books' | 'contents'>;
  /** The first of its books, each with the address of its own preview. */
  books: (ReadCollection['books'][number] & { href: string })[];
  bookCount: number;
}

/** A book as readers get it, published or not. */
export async function readBookPreview(
  ctx: Context,
  parts: Parts,
  link: PreviewLink,
  releases: ShownReleases,
): Promise<BookPreviewProps> {
  const book = await readDocument<ReadBook>(ctx, bookDocument(parts.addresses, { bid: link.id, unpublished: true }));
  return { note: noteOf(ctx, parts, link, { ...releases, isPublic: book.published_at > 0 }), book };
}

/** A collection, public or not, as readers of one language get it; at a time that is over, as its versions have it. */
export async function readCollection(
  ctx: Context,
  parts: Parts,
  link: PreviewLink,
  releases: ShownReleases,
): Promise<{ note: PreviewNote; collection: ReadCollection }> {
  const { id: cid, at } = link;
  const language = ctx.locale;
  const then = isPast(ctx, link) ? await collectionsThen(ctx, [cid], at) : undefined;
  const document = collectionDocument(parts.addresses, { cid, language, unpublished: true });
  const open = sql`select is_public = 'O' as open from collection where cid = ${cid}`;
  const [collection, row] = await Promise.all([
    readDocument<ReadCollection>(ctx, document, then?.tables),
    readFrom<{ open: boolean }>(ctx, open, then?.tables),
  ]);
  const facts = { ...releases, isPublic: row?.open ?? false };
  return { note: noteOf(ctx, parts, link, facts), collection };
}

/** A collection as its page shows it. */
export function collectionProps(
  { links }: Parts,
  link: PreviewLink,
  { note, collection: { books, contents: _contents, ...collection } }: Awaited<ReturnType<typeof readCollection>>,
): CollectionPreviewProps {
  return {
    note,
    collection,
    books: books
      .slice(0, booksShown)
      .map((book) => ({ ...book, href: links.href({ ...link, of: 'book', id: book.bid, at: 0 }) })),
    bookCount: books.length,
  };
}
