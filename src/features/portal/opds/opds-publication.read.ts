import { type RawBuilder, sql } from 'kysely';
import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import type { Addresses } from '../answer/addresses.ts';
import { type Fields, jsonOf } from '../answer/json.ts';
import { accessibilityValues, sufficientModes } from './accessibility-values.rules.ts';
import type { OpdsVersion } from './opds.contract.ts';

/** A part of the catalogue that has a name of its own. */
export type OpdsName = 'catalogue' | 'series' | 'levels' | 'collections' | 'new';

/** What a publication depends on besides its book. */
export interface OpdsAddresses extends Addresses {
  version: OpdsVersion;
  /** The caller's key may have the files of books. */
  mayHaveFiles: boolean;
  /** The language of titles, as far as there are any in it. */
  locale: Locale;
  /** What a part of the catalogue is called in it. */
  name: (part: OpdsName) => string;
}

/** A link, as JSON; what is null is left out. */
export const linkOf = (fields: Fields): RawBuilder<unknown> => sql`json_strip_nulls(${jsonOf(fields)})`;

/** A time as both versions write it. */
export const timeOf = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The address of what is in the catalogue, by its path below it; without one, where it begins. */
export const addressIn = (at: OpdsAddresses, path?: RawBuilder<unknown>): RawBuilder<unknown> =>
  at.call(path ? sql`${`${at.version.path}/`}::text || ${path}` : sql`${at.version.path}::text`);

export const typeOf = ({ version }: OpdsAddresses, what: keyof OpdsVersion['types']): RawBuilder<unknown> =>
  sql`${version.types[what]}::text`;

/** The link to a feed of books, by its path below the catalogue. */
const feedLink = (at: OpdsAddresses, path: RawBuilder<unknown>) =>
  linkOf({ href: addressIn(at, path), type: typeOf(at, 'acquisition') });

/** The published book `b` as an OPDS publication: schema.org names, accessibility, covers and files. */
export const publicationOf = (at: OpdsAddresses): RawBuilder<unknown> =>
  sql`json_strip_nulls(${jsonOf({
    // Atom wants an id that is the book's for good, wherever the office moves and whatever is corrected of the book.
    ...(at.version.isAtom && {
      id: sql`'urn:uuid:' || ${uuidOf(sql`'book', b.bidx, extract(epoch from b.created_at)`)}`,
    }),
    metadata: jsonOf(metadataOf(at)),
    links: linksOf(at),
    images: imagesOf(at),
  })})`;

/** A UUID of version 3, which is made of a name. */
const uuidOf = (name: RawBuilder<unknown>) =>
  sql`overlay(overlay(md5(concat_ws('/', ${name})) placing '3' from 13) placing '8' from 17)::uuid`;

const epub = (what: RawBuilder<unknown>) =>
  sql`(select ${what} from book_content f where f.bidx = b.bidx and f.kind = 'epub')`;

const metadataOf = (at: OpdsAddresses): Fields => ({
  '@type': sql`'http://schema.org/Book'::text`,
  identifier: sql`'urn:isbn:' || b.isbn_print`,
  title: sql`b.title`,
  author: sql`nullif(b.author, '')`,
  illustrator: sql`nullif(b.illustrator, '')`,
  narrator: sql`nullif(b.narrator, '')`,
  publisher: sql`nullif(b.publisher, '')`,
  // Staff write the names of languages, too; the EPUB has a tag.
  language: sql`(select tag from (values (1, b.language), (2, ${epub(sql`f.package ->> 'language'`)})) given (nth, tag)
    where tag ~ '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$' order by nth limit 1)`,
  description: sql`nullif(b.summary, '')`,
  published: sql`case when b.released_date ~ '^\\d{4}-\\d{2}-\\d{2}$' then b.released_date end`,
  modified: timeOf(sql`b.touched_at`),
  numberOfPages: sql`nullif(b.page_count, 0)`,
  subject: sql`(select json_agg(name) from unnest(array[
    (select c.title from category c where c.cat_idx = b.cat_idx), nullif(b.genre, ''), nullif(b.theme, '')]) name
    where name is not null)`,
  belongsTo: jsonOf({
    series: sql`(select json_agg(${jsonOf({
      name: sql`s.title`,
      position: sql`l.position`,
      links: sql`json_build_array(${feedLink(at, sql`'series/' || s.ser_idx`)})`,
    })}) from series s join level l on l.lev_idx = b.lev_idx where s.ser_idx = b.ser_idx)`,
    collection: sql`(select json_agg(${jsonOf({
      name: collectionTitle(at),
      links: sql`json_build_array(${feedLink(at, sql`'collections/' || c.cid`)})`,
    })} order by c.cidx) from collection c
      where c.is_public = 'O' and exists (select from collection_content i where i.cidx = c.cidx
        and (i.bidx = b.bidx or i.lev_idx = b.lev_idx or i.ser_idx = b.ser_idx)))`,
  }),
  accessibility: sql`(select ${jsonOf({
    conformsTo: sql`(select json_agg(one) from jsonb_array_elements_text(a -> 'conforms_to') one where one ~ '^https?://')`,
    certification: sql`case when a ->> 'certified_by' is not null then ${jsonOf({
      certifiedBy: sql`a ->> 'certified_by'`,
    })} end`,
    summary: sql`a ->> 'summary'`,
    accessMode: listed('modes'),
    accessModeSufficient: sets,
    feature: listed('features'),
    hazard: listed('hazards'),
  })} from (select accessibility as a from epub_check e where e.bidx = b.bidx) checked where a is not null)`,
});

/** The title of collection `c` in the language of the answer, else in English. */
export const collectionTitle = ({ locale }: OpdsAddresses): RawBuilder<unknown> => sql`coalesce((
  select t.title from collection_text t
  where t.cidx = c.cidx and t.locale in (${locale}, ${defaultLocale}) and t.title <> ''
  order by t.locale = ${locale} desc limit 1), c.cid)`;

/** Values of schema.org; what an EPUB says beside them means nothing to a reader's program. */
const listed = (name: 'modes' | 'features' | 'hazards') => sql`(
  select json_agg(one) from jsonb_array_elements_text(a -> ${name}::text) one where one = any(${[...accessibilityValues[name]]}::text[]))`;

const sets = sql`(
  select json_agg(modes) from jsonb_array_elements_text(a -> 'sufficient') one, string_to_array(one, ',') modes
  where modes <@ ${[...sufficientModes]}::text[])`;

/** Itself, a look at its cover, which is for everybody, and its files where the caller may have them. */
const linksOf = (at: OpdsAddresses) => sql`(
  select json_agg(link order by nth) from (
    select 0 as nth, ${linkOf({
      rel: sql`'self'::text`,
      href: addressIn(at, sql`'books/' || b.bid`),
      type: typeOf(at, 'publication'),
    })} as link
    union all
    select 1, ${linkOf({ rel: sql`'preview'::text`, ...coverOf(at) })}
    union all
    select 2, ${linkOf({
      rel: sql`'http://opds-spec.org/acquisition'::text`,
      href: at.call(sql`'/portal/v1/books/' || b.bid || '/content/' || f.kind`),
      type: sql`case f.kind when 'epub' then 'application/epub+zip' else 'application/zip' end`,
      size: sql`f.size`,
    })} from book_content f where f.bidx = b.bidx and ${sql.lit(at.mayHaveFiles)}
  ) links)`;

/** The cover of a book; the library's own if it has none, since readers' programs show books by their covers. */
const coverOf = (at: OpdsAddresses): Fields => {
  const own = (what: RawBuilder<unknown>) => sql`(select ${what} from ${cover})`;
  return {
    href: sql`coalesce(${own(at.file(sql`i.folder || '/' || i.file_name`))}, ${at.call(sql`'/public/cover.png'::text`)})`,
    type: sql`case when ${own(sql`i.file_name`)} not ilike '%.png' then 'image/jpeg' else 'image/png' end`,
    width: sql`coalesce(${own(sql`i.width`)}, 600)`,
    height: sql`coalesce(${own(sql`i.height`)}, 800)`,
  };
};

const cover = sql`book_image i where i.bidx = b.bidx and i.kind = 'cover'`;

const imagesOf = (at: OpdsAddresses) => sql`coalesce((
  select json_build_array(${linkOf(coverOf(at))}, ${thumb(at, 'detail', 640)}, ${thumb(at, 'strip', 320)}) from ${cover}
), json_build_array(${linkOf(coverOf(at))}))`;

/** A thumbnail, whose longer side has at most so many pixels. */
function thumb(at: OpdsAddresses, name: string, longest: number): RawBuilder<unknown> {
  const scaled = (side: string) =>
    sql`greatest(1, round(${sql.ref(side)} * least(1.0, ${sql.lit(longest)}::numeric / greatest(i.width, i.height))))::integer`;
  return linkOf({
    href: at.file(sql`i.folder || ${`/thumb/${name}.jpg`}::text`),
    type: sql`'image/jpeg'::text`,
    width: scaled('i.width'),
    height: scaled('i.height'),
  });
}
