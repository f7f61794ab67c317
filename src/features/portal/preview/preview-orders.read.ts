import type { z } from 'zod';
import { advertisedThen } from '#features/collection/collection-advertisement.public.ts';
import { roadmapThen } from '#features/roadmap/roadmap.public.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ListedCollection, PortalRoadmap } from '../portal.contract.ts';
import { advertisedList } from '../read/portal-collection.read.ts';
import { roadmapDocument } from '../read/portal-roadmap.read.ts';
import type { PreviewLink } from './preview-links.service.ts';
import { isPast, noteOf, type Parts, type PreviewNote, readDocument, type ShownReleases } from './shown.read.ts';

type Listed = z.output<typeof ListedCollection>;
type Roadmap = z.output<typeof PortalRoadmap>;
type ShelfBook = Roadmap['rows'][number][number];

export interface AdvertisedPreviewProps {
  note: PreviewNote;
  collections: (Pick<Listed, 'cid' | 'title' | 'cover_img'> & { href: string })[];
}

export interface RoadmapPreviewProps {
  note: PreviewNote;
  title: string;
  rows: (ShelfBook & { href: string })[][];
}

// As many as a page of the portal can have.
const mostShown = 500;

/** The advertised collections as readers get them at the link's time. */
export async function readAdvertised(
  ctx: Context,
  parts: Parts,
  link: PreviewLink,
  releases: ShownReleases,
): Promise<{ props: AdvertisedPreviewProps; shown: Listed[] }> {
  const tables = isPast(ctx, link) ? await advertisedThen(ctx, link.at) : undefined;
  const query = { after: undefined, limit: mostShown, language: ctx.locale, fields: undefined };
  const shown = await readDocument<Listed[]>(ctx, advertisedList(parts.addresses, query), tables);
  const collections = shown.map(({ cid, title, cover_img }) => ({
    cid,
    title,
    cover_img,
    href: parts.links.href({ ...link, of: 'collection', id: cid }),
  }));
  return { props: { note: noteOf(ctx, parts, link, releases), collections }, shown };
}

/** A roadmap as readers get it at the link's time. */
export async function readRoadmap(
  ctx: Context,
  parts: Parts,
  link: PreviewLink,
  releases: ShownReleases,
): Promise<{ props: RoadmapPreviewProps; shown: Roadmap }> {
  const grpIdx = Number(link.id);
  const tables = isPast(ctx, link) ? await roadmapThen(ctx, grpIdx, link.at) : undefined;
  const shown = await readDocument<Roadmap>(ctx, roadmapDocument(parts.addresses, grpIdx), tables);
  const rows = shown.rows.map((row) =>
    row.map((book) => ({ ...book, href: parts.links.href({ ...link, of: 'book', id: book.bid, at: 0 }) })),
  );
  return { props: { note: noteOf(ctx, parts, link, releases), title: shown.title, rows }, shown };
}
