import type { ShownAct } from '#kernel/records/record-parts.ts';

/** What other features do with a report, told the filter and the order of its address. */
export const filteredActs = (acts: readonly ShownAct[], address: string): ShownAct[] => {
  const query = address.includes('?') ? address.slice(address.indexOf('?') + 1) : '';
  if (query === '') return [...acts];
  return acts.map((act) => ({ ...act, href: `${act.href}&${new URLSearchParams({ filter: query })}` }));
};
