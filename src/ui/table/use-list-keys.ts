import { type RefObject, useEffect } from 'react';
import { isKeyTaken } from '#client/taken-keys.ts';

/**
 * The keyboard shortcuts of a list: j and k move between rows, x selects, e edits, / goes to the search. Enter
 * opens a row by its link. They are off while somebody types or a dialog is open. With several lists on a page, they
 * apply to the focused one, else to the first.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const act = acts[keyOf(event)];
      const { current: table } = list;
      if (!act || !table || !isOurs(table) || isKeyTaken(event.target)) return;
      event.preventDefault();
      act(table);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list]);
}

type Act = (list: HTMLElement) => void;

const acts: Partial<Record<string, Act>> = {
  j: (list) => step(list, 1),
  k: (list) => step(list, -1),
  x: (list) => rowOf(list)?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
  e: (list) => rowOf(list)?.querySelector<HTMLElement>('[data-edit]')?.click(),
  '/': () => {
    const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
    search?.focus();
    search?.select();
  },
};

/** The key pressed; the letter by its position if the layout is not Latin, such as Korean. */
export function keyOf({ key, code }: KeyboardEvent): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

function isOurs(list: HTMLElement): boolean {
  const focused = document.activeElement?.closest('[data-list]') ?? document.querySelector('[data-list]');
  return focused === list;
}

const rowOf = (list: HTMLElement) => {
  const row = document.activeElement?.closest<HTMLElement>('tbody tr');
  return row && list.contains(row) ? row : undefined;
};

function step(list: HTMLElement, by: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>('tbody tr')];
  const current = rowOf(list);
  const place = current ? rows.indexOf(current) + by : 0;
  const row = rows[Math.min(Math.max(place, 0), rows.length - 1)];
  const target = row?.querySelector<HTMLElement>('a[href], button') ?? row?.querySelector<HTMLElement>('input');
  target?.focus();
}
