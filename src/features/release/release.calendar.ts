import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { CalendarSetting, CalendarSource } from '#kernel/desk/calendar.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { countConflicts } from './changes/conflict.read.ts';
import type { ReleaseWords } from './release.messages.ts';
import { isOpen, releaseEntity, releaseHref, type Status } from './release.rules.ts';

const stateOf = { draft: 'draft', scheduled: 'ahead', applied: 'done', failed: 'problem', cancelled: 'done' } as const;

interface Row {
  rel_idx: number;
  name: string;
  at: number;
  status: Status;
  awaits: number | null;
  version: number;
  changed: number;
  count: number;
  touches: string[];
}

/** Releases that have a time, and what they set. */
export const releaseCalendar = ({ changeSets }: Pick<Kernel, 'changeSets'>): CalendarSource => ({
  kind: releaseEntity,
  label: 'release.heading',
  drawing: 'fill',
  follows: changeSets.concerned,
  create: { label: 'release.create', key: 'R', icon: 'release', href: '/release/create' },
  list: async (ctx, { since, until }, limit) => {
    const t = ctx.translate<ReleaseWords>();
    const at = sql`case when status = 'applied' then coalesce(ended_at, apply_at) else apply_at end`;
    const { rows } = await sql<Row>`
      select rel_idx, name, ${secondsOf('at')} as at, status, awaits, version, ${secondsOf('updated_at')} as changed,
        (select count(*)::integer from release_change c where c.rel_idx = r.rel_idx) as count,
        case when status = 'applied' then array[]::text[] else array(
          select c.kind || ' ' || c.record_id || ' ' || field
          from release_change c, jsonb_object_keys(c.fields) field where c.rel_idx = r.rel_idx) end as touches
      from (select *, ${at} as at from release where status <> 'cancelled') r
      where at >= to_timestamp(${since}) and at < to_timestamp(${until})
      order by at, rel_idx limit ${limit}`.execute(ctx.db);
    const conflicts = await countConflicts(ctx, changeSets, rows);
    const stated = (status: Status) => (status === 'scheduled' ? '' : t(`release.status_${status}`));
    const undecided = (relIdx: number) => {
      const count = conflicts.get(relIdx) ?? 0;
      return count > 0 ? t('release.to_decide', { count }) : '';
    };
    return rows.map(({ rel_idx, name, at: start, status, awaits, version, changed, count, touches }) => ({
      id: String(rel_idx),
      title: name,
      // A change that is put in leaves the version of the release as it is.
      description: stated(status),
      line: [
        t('release.changes', { count }),
        stated(status),
        undecided(rel_idx),
        awaits === null ? '' : ctx.text('common.awaits'),
      ]
        .filter(Boolean)
        .join(' · '),
      href: releaseHref(rel_idx),
      start,
      end: start,
      changed,
      version,
      state: undecided(rel_idx) === '' && awaits === null ? stateOf[status] : 'problem',
      touches,
      ...(isOpen(status) && {
        move: { path: `/api/v1/release/${rel_idx}`, times: { apply_at: start }, version },
      }),
    }));
  },
  sets: async (ctx, entries, touches) => {
    const { rows } = await sql<CalendarSetting>`
      select c.rel_idx::text as entry, c.kind, c.record_id as id,
        jsonb_build_object(field, c.base -> field) as base, jsonb_build_object(field, c.fields -> field) as fields
      from release_change c, jsonb_object_keys(c.fields) field
      where c.rel_idx = any(${entries}::integer[])
        and c.kind || ' ' || c.record_id || ' ' || field = any(${touches}::text[])`.execute(ctx.db);
    return rows;
  },
});
