import { type RefObject, useEffect } from 'react';
import { peek, stepPeek } from '#client/dialogs.ts';
import { peeked, peekLinks, peekOf, watchPeeked } from '#client/peek.ts';
import { isKeyTaken, keyOf } from '#client/taken-keys.ts';
import { pressDeclared } from '../page/declared-keys.ts';
import { useListener } from '../use-listener.ts';

/**
 * The keyboard shortcuts of a list: j and k move between rows, Space shows the record of a row beside the list,
 * x selects, e edits, / goes to the search, and other keys press what declares them in the row. Enter opens a row by its link.
 * They are off while somebody types or a dialog is open. With several lists on a page, they
 * apply to the focused one, else to the first.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const act = event.key === ' ' ? peekAct(event.target) : acts[keyOf(event)];
      const { current: table } = list;
      if (!table || !isOurs(table) || isKeyTaken(event.target)) return;
      const row = act ? undefined : rowOf(table);
      if (row) pressDeclared(row, event);
      if (!act) return;
      event.preventDefault();
      act(table);
    },
    { at: 'document' },
  );
  useEffect(() => {
    const mark = () => list.current && markPeeked(list.current);
    mark();
    return watchPeeked(mark);
  });
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

/** Where Space presses a control, it does only that. */
function peekAct(target: EventTarget | null): Act | undefined {
  const row = target instanceof Element ? target.closest('tr') : null;
  const link = row ? peekLinks(row)[0] : undefined;
  const isControl = target instanceof Element && target.closest('button, input, summary') !== null;
  if (isControl || !(link || peeked())) return undefined;
  return () => void peek(peeked() || !link ? null : peekOf(link));
}

/** Marks the row whose record is shown beside the list. */
function markPeeked(list: HTMLElement): void {
  const shown = peeked()?.row;
  for (const link of peekLinks(list)) {
    const row = link.closest('tr');
    const isShown = link.getAttribute('href') === shown;
    row?.toggleAttribute('data-peeked', isShown);
    if (isShown) row?.setAttribute('aria-current', 'true');
    else row?.removeAttribute('aria-current');
  }
}

function isOurs(list: HTMLElement): boolean {
  const focused = document.activeElement?.closest('[data-list]') ?? document.querySelector('[data-list]');
  return focused === list;
}

const rowOf = (list: HTMLElement) => {
  const row = document.activeElement?.closest<HTMLElement>('tbody tr');
  if (row && list.contains(row)) return row;
  return list.querySelector<HTMLElement>('tr[data-peeked]') ?? undefined;
};

function step(list: HTMLElement, by: 1 | -1): void {
  const shown = peeked();
  const rows = [...list.querySelectorAll<HTMLElement>('tbody tr')];
  const current = rowOf(list);
  const index = current ? rows.indexOf(current) + by : 0;
  if (shown && !rows[index]) return void stepPeek(shown, by);
  const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
  const target = row?.querySelector<HTMLElement>('a[href], button') ?? row?.querySelector<HTMLElement>('input');
  target?.focus();
  const link = row && peeked() ? peekLinks(row)[0] : undefined;
  if (link) void peek(peekOf(link));
}
