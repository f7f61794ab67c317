import { sql } from 'kysely';
import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import type { References } from '#kernel/records/references.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { createEvent, removeEvent } from './event.service.ts';

const day = 86_400;

/** One running and one upcoming event. Days count from when the library is loaded. */
const samples = [
  { code: 'SAMPLESUMMER', name: 'Summer of reading', from: -3, until: 60, length: 90, participant_limit: 100 },
  { code: 'SAMPLEAUTUMN', name: 'Autumn book fair', from: 70, until: 100, length: 30, participant_limit: 0 },
] as const;

const codes = samples.map(({ code }) => code);

/** The sample codes already in use, and the first of the sample collections. */
async function findParts(ctx: Context): Promise<{ taken: string[]; cid: string | null }> {
  const { rows } = await sql<{ taken: string[]; cid: string | null }>`
    select (select coalesce(array_agg(code), '{}') from code where code = any(${codes}::text[])) as taken,
      (select cid from collection where cid like 'sample-%' order by cidx limit 1) as cid`.execute(ctx.db);
  return rows[0] ?? { taken: [], cid: null };
}

/** Events for the sample library; a code already in use is skipped. */
export const eventSample = (references: References): SamplePart => ({
  load: async (ctx) => {
    const { taken, cid } = await findParts(ctx);
    const now = inSeconds(ctx.now);
    for (const { from, until, ...sample } of samples) {
      if (cid === null || taken.includes(sample.code)) continue;
      const times = { from: now + from * day, until: now + until * day };
      const terms = { forced_expire: false, forced_expired_date: 0, group: 'Sample' };
      await createEvent(ctx, { ...sample, ...times, ...terms, cid });
    }
  },
  remove: async (ctx) => {
    const { rows } = await sql<{ event_idx: number }>`
      select event_idx from event where code = any(${codes}::text[]) and "group" = 'Sample' order by event_idx`.execute(
      ctx.db,
    );
    for (const { event_idx } of rows) await removeEvent(ctx, references, event_idx);
  },
});
