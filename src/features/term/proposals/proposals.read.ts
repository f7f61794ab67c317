import { sql } from 'kysely';
import { termReader } from '#kernel/text/house-terms.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { formLocales } from '../term.rules.ts';
import { readHouseTerms } from '../term-list.read.ts';
import { type ComparedText, type Proposal, proposalsFrom } from './proposals.rules.ts';

// The newest collections: what a person reads in a list is found in them.
const mostCollections = 2000;
const mostProposals = 50;

/** Terms that the titles and summaries of collections seem to have, those in most texts first. */
export async function readProposals(ctx: Context): Promise<Proposal[]> {
  const { rows } = await sql<ComparedText>`
    select en.text as en, en.texts from (
      select jsonb_object_agg(t.locale, of.text) filter (where t.locale <> 'en' and of.text <> '') as texts,
        max(of.text) filter (where t.locale = 'en') as text
      from (select cidx from collection order by cidx desc limit ${mostCollections}) c
      join collection_text t using (cidx)
      cross join lateral (values ('title', t.title), ('summary', t.summary)) of (name, text)
      group by c.cidx, of.name
    ) en where en.text <> '' and en.texts is not null`.execute(ctx.db);
  const terms = await readHouseTerms(ctx);
  // A term without forms is a term as well.
  const read = termReader(terms.map((term) => ({ ...term, kept: true })));
  const known = (english: string) => read(english, 'en').length > 0;
  return proposalsFrom(rows, { known, locales: formLocales }).slice(0, mostProposals);
}
