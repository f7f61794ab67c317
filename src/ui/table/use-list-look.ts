import { useState } from 'react';
import { showInPlace } from '#client/live-page.ts';
import { type ListLook, lookCookie, lookText } from '#kernel/http/list-look.rules.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';

const yearSeconds = 365 * 86_400;

/** Stores a person's look of a list in the cookie that the server renders it from. */
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
    /** Shows these columns; the filter fields keep what is typed. */
    chooseColumns: (columns: string[]) => {
      const next = { ...now, columns };
      keep(next);
      setWanted(next);
      act(async () => {
        await showInPlace(location.pathname + location.search);
        // Another choice may have been made in the meantime and still be in flight.
        setWanted((latest) => (latest === next ? null : latest));
      }, t('table.columns_failed'));
    },
    /** A link with the page size reopens the list. */
    keepSize: (size: number) => keep({ ...now, size }),
  };
}
