import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

const cellsOf = (row: Element | null | undefined) => [...(row?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];

/** Moves the focus of a sheet as the arrow keys, Home and End do; returns the row it moved to. */
export function moveInSheet(event: KeyboardEvent<HTMLElement>): Element | null {
  const from = event.target;
  const to = from instanceof HTMLElement && from.matches('[data-cell]') ? targetOf(event, from) : undefined;
  if (!to) return null;
  event.preventDefault();
  to.focus();
  return to.closest('[data-line]');
}

function targetOf({ key, currentTarget }: KeyboardEvent<HTMLElement>, from: HTMLElement): HTMLElement | undefined {
  const row = from.closest('[data-line]');
  const cells = cellsOf(row);
  const at = cells.indexOf(from);
  if (key === 'ArrowRight') return cells[at + 1];
  if (key === 'ArrowLeft') return cells[at - 1];
  if (key === 'Home') return cells[0];
  if (key === 'End') return cells.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const rows = [...currentTarget.querySelectorAll('[data-line]')];
  const next = rows[rows.findIndex((one) => one === row) + (key === 'ArrowDown' ? 1 : -1)];
  const others = cellsOf(next);
  return others.find((one) => one.dataset['cell'] === from.dataset['cell']) ?? others.at(-1);
}

/** Keeps the focus of a sheet: the cells are a single Tab stop, and a cell that was edited gets the focus back. */
export function useSheetFocus(sheet: RefObject<HTMLElement | null>) {
  const [returning, setReturning] = useState<{ key: string; cell: string } | null>(null);
  useEffect(() => setTabStop(sheet.current));
  useEffect(() => {
    if (returning === null) return;
    const { key, cell } = returning;
    sheet.current?.querySelector<HTMLElement>(`[data-line="${key}"] [data-cell="${cell}"]`)?.focus();
    setReturning(null);
  }, [returning, sheet]);
  return {
    returnTo: setReturning,
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches('[data-cell]')) setTabStop(sheet.current, target);
    },
  };
}

/** Makes a sheet a single Tab stop: the cell that had the focus last, or its first. */
function setTabStop(sheet: Element | null, focused?: Element): void {
  const cells = [...(sheet?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  const stop = cells.find((cell) => cell === focused) ?? cells.find((cell) => cell.tabIndex === 0) ?? cells[0];
  for (const cell of cells) {
    const tabIndex = cell === stop ? 0 : -1;
    if (cell.tabIndex !== tabIndex) cell.tabIndex = tabIndex;
  }
}
