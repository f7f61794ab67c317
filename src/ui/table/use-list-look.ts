import { useState } from 'react';
import { showInPlace } from '#client/live-page.ts';
import { type ListLook, lookCookie, lookText } from '#kernel/http/list-look.rules.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';

const yearSeconds = 365 * 86_400;

/** Keeps how somebody looks at a list, in the cookie that the server draws it by. */
export function useListLook(path: string, look: ListLook) {
  const t = useT();
  const act = useAct();
  const [wanted, setWanted] = useState<ListLook | null>(null);
  const now = wanted ?? look;
  const keep = (next: ListLook) => {
    document.cookie = `${lookCookie(path)}=${lookText(next)}; path=/; max-age=${yearSeconds}; samesite=lax`;
  };
  return {
    columns: now.columns,
    /** Shows the list with these columns; the fields of its filters keep what is typed. */
    chooseColumns: (columns: string[]) => {
      const next = { ...now, columns };
      keep(next);
      setWanted(next);
      act(async () => {
        await showInPlace(location.pathname + location.search);
        // Another choice may have been made meanwhile, which is still on its way.
        setWanted((latest) => (latest === next ? null : latest));
      }, t('table.columns_failed'));
    },
    /** The list is opened anew by a link that says how many rows. */
    keepSize: (size: number) => keep({ ...now, size }),
  };
}
