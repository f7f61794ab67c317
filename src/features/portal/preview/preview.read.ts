import { sql } from 'kysely';
import type { z } from 'zod';
import { type ShownReservation, showChangesUntil } from '#features/reservation/reservation.public.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Addresses } from '../answer/addresses.ts';
import type { Document } from '../answer/document.ts';
import type { PortalBook, PortalCollection } from '../portal.contract.ts';
import { bookDocument } from '../read/book.read.ts';
import { collectionDocument } from '../read/collection.read.ts';
import { booksShown } from './preview.rules.ts';
import type { PreviewLink, PreviewLinks } from './preview-links.service.ts';

export type ReadBook = z.output<typeof PortalBook>;
export type ReadCollection = z.output<typeof PortalCollection>;

/** Facts about the preview that each one shows. Times in seconds. */
export interface PreviewNote {
  /** Its own address, the same for all languages. */
  address: string;
  at: number;
  until: number;
  /** How many scheduled changes are applied. */
  applied: number;
  /** The release whose changes are applied. */
  release: string | null;
  /** Whether readers can see it. */
  isPublic: boolean;
}

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

/** Reads what the portal would return. */
async function readDocument<T>({ db }: Context, { text }: Document): Promise<T> {
  const { rows } = await sql<{ body: string }>`${text}`.execute(db);
  if (!rows[0]) throw new AppError(404, 'error.not_found');
  return JSON.parse(rows[0].body).results;
}

/** A book as readers get it, published or not. */
export async function readBookPreview(
  ctx: Context,
  { addresses, links }: Omit<Parts, 'storage'>,
  link: PreviewLink,
  release: string | null,
): Promise<BookPreviewProps> {
  const book = await readDocument<ReadBook>(ctx, bookDocument(addresses, { bid: link.id, unpublished: true }));
  const { until } = link;
  const isPublic = book.published_at > 0;
  return { note: { address: links.href(link), at: 0, until, applied: 0, release, isPublic }, book };
}

interface Parts {
  addresses: Addresses;
  storage: Storage;
  links: PreviewLinks;
}

/** A collection, public or not, as readers of one language get it, with the changes scheduled until the link's time. */
export async function readCollectionPreview(
  ctx: Context,
  { addresses, storage, links }: Parts,
  link: PreviewLink,
  release: string | null,
): Promise<CollectionPreviewProps> {
  const { id: cid, at, until } = link;
  const language = ctx.locale;
  const document = collectionDocument(addresses, { cid, language, unpublished: true });
  const [{ books, contents: _contents, ...collection }, { rows }, changes] = await Promise.all([
    readDocument<ReadCollection>(ctx, document),
    sql<{ open: boolean }>`select is_public = 'O' as open from collection where cid = ${cid}`.execute(ctx.db),
    at === 0 ? [] : showChangesUntil(ctx, storage, cid, at),
  ]);
  for (const change of changes) apply(collection, change, language);
  return {
    note: { address: links.href(link), at, until, applied: changes.length, release, isPublic: rows[0]?.open ?? false },
    collection,
    books: books
      .slice(0, booksShown)
      .map((book) => ({ ...book, href: links.href({ ...link, of: 'book', id: book.bid, at: 0 }) })),
    bookCount: books.length,
  };
}

/** Applies a scheduled change to the collection, as far as readers of the language see it. */
function apply(
  collection: CollectionPreviewProps['collection'],
  { target, locale, text, prices, image }: ShownReservation,
  language: string,
): void {
  switch (target) {
    case 'description':
      return applyText(collection, { text, language, locale: locale ?? 'en' });
    case 'price':
      collection.prices = prices
        .toSorted((a, b) => a.display_order - b.display_order)
        .map(({ display_order: _order, ...price }) => price);
      return;
    default:
      collection[target] = image && {
        url: image.href,
        large: image.detail,
        small: image.strip,
        width: image.width,
        height: image.height,
      };
  }
}

/** The English text is shown only if the language has no text of its own. */
function applyText(
  collection: CollectionPreviewProps['collection'],
  { text, locale, language }: { text: string; locale: string; language: string },
): void {
  const { languages } = collection;
  const isRead = locale === language || (locale === 'en' && languages.description !== language);
  if (!isRead) return;
  collection.description = text;
  languages.description = text === '' ? null : locale;
}
