import { useEffect, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { goOnAt, leaveWith, notify } from '#client/dialogs.ts';
import type {
  ImportWords,
  importApi,
  importBooksApi,
  ShownImport,
  ShownRow,
} from '#features/import/import-pages.public.ts';
import type { PreviewFilter } from '#features/import/import-rules.public.ts';
import { stepHref } from '#features/import/import-rules.public.tsx';
import { useReturnedFocus } from '#ui/form/use-returned-focus.ts';
import { useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/page/list-url.ts';

export const callImport = client<typeof importApi>();
export const callBooks = client<typeof importBooksApi>();

/** An import on the screen: its state, the visible page of rows, and actions on it. */
export interface ImportOffice {
  state: ShownImport;
  rows: ShownRow[];
  busy: boolean;
  /** Runs an act that returns the new state; failures are shown with a retry. */
  run: (act: () => Promise<{ results: ShownImport }>) => Promise<boolean>;
}

/** The import on the screen, and actions on it; `shown` is called with the state after each act. */
function useImportState(initial: ShownImport, shown: (next: ShownImport) => Promise<void>) {
  const t = useT<ImportWords>();
  const [state, setState] = useState(initial);
  const [busy, setBusy] = useState(false);
  useReturnedFocus(busy);
  const show = async (next: ShownImport) => {
    setState(next);
    await shown(next);
  };
  const run: ImportOffice['run'] = async (act) => {
    setBusy(true);
    try {
      await show((await act()).results);
      return true;
    } catch (error) {
      const unreachable = error instanceof ApiError && error.status === 0;
      const message = unreachable ? t('error.network') : error instanceof Error ? error.message : String(error);
      void notify({
        title: t('import.error'),
        message,
        tone: 'problem',
        ...(unreachable && { retry: () => void run(act) }),
      });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { state, setState, busy, run, show };
}

const pollMs = 500;

/** Keeps the first step up to date: after each act it reloads the rows, while applying it polls the progress. */
export function useImport(
  initial: ShownImport,
  initialRows: ShownRow[],
  view: { filter: PreviewFilter; page: number },
): ImportOffice {
  const t = useT<ImportWords>();
  const [rows, setRows] = useState(initialRows);
  const params = { import_idx: initial.import_idx };
  const { state, setState, busy, run, show } = useImportState(initial, async (next) => {
    const answer = await callImport('GET /api/v1/import/:import_idx/row', { params, query: view });
    if (answer.results.length > 0 || (view.filter === 'all' && view.page === 1)) return setRows(answer.results);
    // This page, or the whole filter, is empty now: show another page, or all rows with a notice.
    const path = stepHref(initial.import_idx, 'isbn');
    const left = view.filter !== 'all' && next.counts[view.filter] > 0;
    if (left || view.filter === 'all') goOnAt(listUrl(path, {}, { filter: view.filter }));
    else leaveWith(t('import.none_left', { filter: t(`import.filter_${view.filter}`) }), `${path}?filter=all`);
  });
  const applying = state.status === 'applying';
  useEffect(() => {
    if (!applying) return;
    const polling = setInterval(async () => {
      const answer = await callImport('GET /api/v1/import/:import_idx', { params }).catch(() => null);
      if (!answer) return;
      const { results } = answer;
      if (results.status === 'applying') setState(results);
      else if (results.status === 'ready') await show(results);
      else leaveWith(t('import.applied'), stepHref(results.import_idx, results.step), results.act_idx);
    }, pollMs);
    return () => clearInterval(polling);
  }, [applying]);
  return { state, rows, busy, run };
}
