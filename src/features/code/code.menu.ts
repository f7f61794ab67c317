import type { CountedItem } from '#kernel/desk/menu-counts.ts';
import { findNextEnd } from './code-figures.read.ts';
import { countInState } from './find/code-rows.read.ts';

const icons = { issued: 'code', active: 'active', expired: 'expired' } as const;

/** The entries of the side menu for codes by state. */
export const codeMenu: readonly CountedItem[] = (['issued', 'active', 'expired'] as const).map((status, index) => ({
  key: `code.menu_${status}`,
  href: `/code?status=${status}`,
  // Highlights this entry on the unfiltered list too, which has no entry of its own.
  also: status === 'issued' ? ['/code'] : [],
  order: 120 + index,
  group: 'codes',
  icon: icons[status],
  count: {
    kinds: ['code', 'code_batch', 'registration'],
    count: (ctx) => countInState(ctx, status),
    altersAt: findNextEnd,
  },
}));
