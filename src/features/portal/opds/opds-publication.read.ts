import { type RawBuilder, sql } from 'kysely';
import type { Addresses } from '../answer/addresses.ts';
import { type Fields, jsonOf } from '../answer/json.ts';
import { opdsType } from './opds.contract.ts';

/** What a publication depends on besides its book. */
export interface OpdsAddresses extends Addresses {
  /** The caller's key may have the files of books. */
  mayHaveFiles: boolean;
}

/** A link, as JSON; what is null is left out. */
export const linkOf = (fields: Fields): RawBuilder<unknown> => sql`json_strip_nulls(${jsonOf(fields)})`;

/** The link to a feed of the catalogue, by its path below it. */
const feedLink = (at: OpdsAddresses, path: RawBuilder<unknown>) =>
  linkOf({ href: at.call(sql`'/portal/v1/opds/' || ${path}`), type: sql`${opdsType}::text` });

/** The published book `b` as an OPDS publication: schema.org names, accessibility, covers and files. */
export const publicationOf = (at: OpdsAddresses): RawBuilder<unknown> =>
  sql`json_strip_nulls(${jsonOf({
    metadata: jsonOf(metadataOf(at)),
    links: linksOf(at),
    images: imagesOf(at),
  })})`;

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
  modified: sql`to_char(b.touched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
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
      name: sql`t.title`,
      links: sql`json_build_array(${feedLink(at, sql`'collections/' || c.cid`)})`,
    })} order by c.cidx) from collection c join collection_text t on t.cidx = c.cidx and t.locale = 'en'
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
    accessModeSufficient: sql`(select json_agg(string_to_array(one, ',')) from jsonb_array_elements_text(a -> 'sufficient') one)`,
    feature: listed('features'),
    hazard: listed('hazards'),
  })} from (select accessibility as a from epub_check e where e.bidx = b.bidx) checked where a is not null)`,
});

const listed = (name: string) => sql`nullif(a -> ${name}::text, '[]'::jsonb)`;

/** Itself, and its files where the caller may have them. */
const linksOf = (at: OpdsAddresses) => sql`(
  select json_agg(link order by nth) from (
    select 0 as nth, ${linkOf({
      rel: sql`'self'::text`,
      href: at.call(sql`'/portal/v1/opds/books/' || b.bid`),
      type: sql`${opdsType}::text`,
    })} as link
    union all
    select 1, ${linkOf({
      rel: sql`'http://opds-spec.org/acquisition'::text`,
      href: at.call(sql`'/portal/v1/books/' || b.bid || '/content/' || f.kind`),
      type: sql`case f.kind when 'epub' then 'application/epub+zip' else 'application/zip' end`,
      size: sql`f.size`,
    })} from book_content f where f.bidx = b.bidx and ${sql.lit(at.mayHaveFiles)}
  ) links)`;

const imagesOf = (at: OpdsAddresses) => sql`(
  select json_build_array(
    ${linkOf({
      href: at.file(sql`i.folder || '/' || i.file_name`),
      type: sql`case when i.file_name ilike '%.png' then 'image/png' else 'image/jpeg' end`,
      width: sql`i.width`,
      height: sql`i.height`,
    })}, ${thumb(at, 'detail', 640)}, ${thumb(at, 'strip', 320)})
  from book_image i where i.bidx = b.bidx and i.kind = 'cover')`;

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
