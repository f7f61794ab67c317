import { reportFilter } from '#features/report/report-file.public.ts';
import { findViews, type NamedView, savedViewsOf } from '#kernel/desk/saved-views.ts';
import type { Context } from '#kernel/work/context.ts';
import { type MailingSource, reportPages } from './mailing.rules.ts';
import type { MailingColumns } from './mailing-fields.rules.ts';

/** Whether a report can be filtered by all that a query has. */
export const isFilterOf = (source: MailingSource, query: string): boolean => {
  const taken = reportFilter(source, query);
  return taken !== undefined && new URLSearchParams(taken).size === new URLSearchParams(query).size;
};

/** The filter and the order that a view gives a report; undefined if it is a view of something else. Each mail sets its days. */
export function filterOfView(
  source: MailingSource,
  { list, query: { since: _since, until: _until, ...query } }: Pick<NamedView, 'list' | 'query'>,
): string | undefined {
  if (source === 'statement' || list !== reportPages[source]) return undefined;
  const filter = new URLSearchParams(query).toString();
  return isFilterOf(source, filter) ? filter : undefined;
}

/** Mailings with the filter of now: those that follow a view have the view's, as long as that is one of their report. */
export async function withViews<Row extends Pick<MailingColumns, 'source' | 'filter' | 'view_idx'>>(
  ctx: Context,
  rows: readonly Row[],
): Promise<(Row & { view: string | null })[]> {
  const views = await findViews(
    ctx,
    rows.flatMap(({ view_idx: idx }) => idx ?? []),
  );
  return rows.map((row) => {
    const view = views.get(row.view_idx ?? 0);
    return { ...row, view: view?.name ?? null, filter: (view && filterOfView(row.source, view)) ?? row.filter };
  });
}

/** The caller's view that filters and sorts a report like this; undefined if there is none. */
export async function viewLike(ctx: Context, source: MailingSource, filter: string) {
  const sorted = (query: string) => [...new URLSearchParams(query)].map(String).toSorted().join('&');
  const all = filter === '' ? [] : await savedViewsOf(ctx);
  return all.find((view) => sorted(filterOfView(source, view) ?? '') === sorted(filter));
}

/** The filter of a view that the caller has; undefined if they have it not, or it is none of the report. */
export async function filterOfOwnView(
  ctx: Context,
  source: MailingSource,
  viewIdx: number,
): Promise<string | undefined> {
  const view = (await savedViewsOf(ctx)).find(({ view_idx: idx }) => idx === viewIdx);
  return view && filterOfView(source, view);
}
