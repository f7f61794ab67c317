import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { countedActsOn } from '#kernel/records/record-parts.ts';
import { ChosenDay } from '#kernel/work/days.ts';
import { countChanges } from './changes/change.store.ts';
import { currentCookie, currentOf } from './current-release.rules.ts';
import type IntoRelease from './into/into-release.view.tsx';
import type ReleaseForm from './list/release-form.view.tsx';
import type ReleaseList from './list/release-list.view.tsx';
import { readEffects } from './record/release-effects.read.ts';
import type ReleaseRecord from './record/release-record.view.tsx';
import { ReleaseParams, releaseQueries } from './release.contract.ts';
import type { ReleaseWords } from './release.messages.ts';
import { findReleases, readRelease, readReleases } from './release.read.ts';
import { isOpen, openStatuses, releaseEntity, releaseHref } from './release.rules.ts';
import { countReleases } from './release.store.ts';
import { getRelease, releaseKind } from './release-record.service.ts';

const form = view<typeof ReleaseForm>('release/list/release-form');

export function releasePages(kernel: Kernel): void {
  const { web } = kernel;
  mountList(kernel, {
    offer: { path: '/release' },
    view: view<typeof ReleaseList>('release/list/release-list'),
    follows: kernel.changeSets.concerned,
    title: (t) => t('release.heading'),
    queries: releaseQueries,
    views: {},
    find: (ctx, filter, request) => findReleases(ctx, kernel.changeSets, filter, request),
    marked: { kind: 'release', id: ({ rel_idx }) => String(rel_idx) },
    count: (ctx, { status }) => countReleases(ctx.db, status),
    more: async () => ({}),
  });
  web.fragment('/release/create', {
    view: form,
    query: z.object({ day: ChosenDay }),
    within: '/release',
    load: ({ query: { day = null } }) => ({ release: null, day }),
  });
  web.fragment('/release/update/:rel_idx', {
    view: form,
    params: ReleaseParams,
    within: ({ params }) => `/release/${params.rel_idx}`,
    load: async ({ ctx, params }) => ({ release: await getRelease(ctx, params.rel_idx), day: null }),
  });
  web.fragment('/release/into', {
    view: view<typeof IntoRelease>('release/into/into-release'),
    within: '/release',
    load: async ({ ctx, request }) => ({
      releases: await readReleases(ctx, { only: openStatuses }),
      current: currentOf(request.cookies),
    }),
  });
  web.bar(async (ctx, { cookies }) => {
    const current = currentOf(cookies);
    const release = current === null ? undefined : await releaseKind.find(ctx, current);
    if (!release || !isOpen(release.status)) return null;
    const { rel_idx, name, apply_at, zone } = release;
    const t = ctx.translate<ReleaseWords>();
    const count = await countChanges(ctx.db, rel_idx);
    const time = apply_at === 0 ? t('release.no_time') : zonedTimeText(ctx, apply_at, zone);
    return {
      icon: 'release',
      name,
      line: `${t('release.changes', { count })} · ${time}`,
      href: releaseHref(rel_idx),
      open: t('release.bar_open'),
      cookie: currentCookie,
      close: t('release.bar_close'),
      add: `/api/v1/release/${rel_idx}/change`,
    };
  });
  web.page('/release/:rel_idx', {
    view: view<typeof ReleaseRecord>('release/record/release-record'),
    follows: kernel.changeSets.concerned,
    shows: ({ release }) => ({ kind: releaseEntity, id: String(release.rel_idx) }),
    history: true,
    title: (_, { release }) => release.name,
    params: ReleaseParams,
    load: async ({ ctx, params, request }) => {
      const release = await readRelease(ctx, kernel, params.rel_idx);
      return {
        release,
        kinds: kernel.changeSets.kinds.all.map(({ kind, label, icon }) => ({ kind, label: ctx.text(label), icon })),
        effects: await readEffects(ctx, params.rel_idx, release.status),
        offered: await countedActsOn(ctx, kernel.records.all, releaseEntity, String(params.rel_idx)),
        isCurrent: currentOf(request.cookies) === params.rel_idx,
      };
    },
  });
}
