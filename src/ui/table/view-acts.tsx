import { useEffect } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { pageStaff } from '#client/session.ts';
import type { savedViewApi } from '#kernel/mount/saved-views.routes.ts';
import { useAct } from '../form/use-act.ts';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import type { ListQuery } from '../page/list-url.ts';
import { ViewShare } from './view-share.tsx';

const call = client<typeof savedViewApi>();

/** A saved view, of the person or of a colleague who shares it. */
export interface SavedListView {
  name: string;
  query: ListQuery;
  /** The number of rows it shows, as of the same moment as the rows. */
  count?: number | undefined;
  view_idx: number;
  /** Whose it is, if it is a colleague's. */
  by: string | null;
  inMenu: boolean;
  /** How many rows it had when the person last opened it. */
  looked: number | null;
}

/** What can be done with the saved view that is shown: into the menu or out of it, shared, removed. */
export function ViewActs({ view, limit }: { view: SavedListView; limit: number }) {
  const t = useT();
  const act = useAct();
  useVisit(view, limit);
  const { view_idx, name, by, inMenu } = view;
  const params = { view_idx };
  // The menu around the page is drawn by the server.
  const reload = () => location.reload();
  const pin = () =>
    act(async () => {
      const staff_id = pageStaff();
      if (inMenu) await call('DELETE /api/v1/view/:view_idx/reader', { params, query: { staff_id } });
      else await call('POST /api/v1/view/:view_idx/reader', { params, body: { staff_id } });
      reload();
    }, t('table.view_menu_failed'));
  const remove = () =>
    act(async () => {
      const { results } = await call('DELETE /api/v1/view/:view_idx', { params });
      reloadWith(t('table.view_removed'), results.act_idx);
    }, t('table.view_remove_failed'));
  const pinLabel = t(inMenu ? 'table.view_unpin' : 'table.view_pin', { name });
  return (
    <>
      <IconButton aria-pressed={inMenu} label={pinLabel} onClick={pin}>
        <Icon name="saved" size={14} />
      </IconButton>
      {by === null && (
        <>
          <ViewShare viewIdx={view_idx} name={name} />
          <IconButton label={t('table.view_remove', { name })} onClick={remove}>
            <Icon name="close" size={14} />
          </IconButton>
        </>
      )}
    </>
  );
}

/** Notes how many rows the person has seen, so that the menu tells only of later ones. */
function useVisit({ view_idx, inMenu, looked, count }: SavedListView, limit: number): void {
  const seen = count === undefined ? null : Math.min(count, limit);
  useEffect(() => {
    if (!inMenu || seen === null || seen === looked) return;
    const note = async () => {
      await call('POST /api/v1/view/:view_idx/look', { params: { view_idx }, body: { count: seen } });
      // While the view is on the screen, nothing in it is new.
      document.querySelector(`#side-menu [data-count="grown ${view_idx}"]`)?.remove();
    };
    // Nobody asked for it, so nobody is told if it fails: the next look notes it.
    note().catch(() => undefined);
  }, [view_idx, inMenu, looked, seen]);
}
