import type { Period } from '#kernel/text/period.rules.ts';
import { type ListQuery, listUrl } from '#ui/page/list-url.ts';
import type { FigureName } from './figures.rules.ts';

/** The list of what a figure counts in a period, of one customer or collection if `of` names it. */
export const figureUrl = (figure: FigureName, { since, until }: Period, of: ListQuery = {}): string =>
  figure === 'registrations'
    ? listUrl('/registration', { ...of, since, until })
    : listUrl('/code', { ...of, on: figure === 'issued' ? undefined : figure, since, until });
