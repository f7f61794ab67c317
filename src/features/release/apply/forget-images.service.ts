import { sql } from 'kysely';
import { collectionEntity } from '#features/collection/collection.public.ts';
import { forgetUnnamedImages } from '#features/collection/collection-images.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';

/** The images that changes in open releases name. */
const named = sql`
  select (field.value #>> '{}')::integer from release_change c join release r using (rel_idx), jsonb_each(c.fields) field
  where c.kind = ${sql.lit(collectionEntity)} and r.status in ('draft', 'scheduled', 'failed')
    and field.key in ('cover_img', 'thumb_img', 'list_img') and jsonb_typeof(field.value) = 'number'`;

/**
 * Forgets images that were uploaded for a release, once no open release has named them for a day; until then what took
 * them out can be undone. The sweep that follows removes their files.
 */
export function forgetImagesNightly({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('release.images', { cron: '12 3 * * *', timeZone: config.timeZone }, () =>
    work.write(systemCaller('release.images'), (ctx) => forgetUnnamedImages(ctx, named)),
  );
}
