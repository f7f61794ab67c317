import { useState } from 'react';
import { storeCookie } from '#client/cookie.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { type ListPreferences, preferencesCookie, preferencesText } from '#kernel/http/list-preferences.rules.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';

const yearSeconds = 365 * 86_400;

/** Stores a person's look of a list in the cookie that the server renders it from. */
export function useListPreferences(path: string, preferences: ListPreferences) {
  const t = useT();
  const act = useAct();
  const [wanted, setWanted] = useState<ListPreferences | null>(null);
  const now = wanted ?? preferences;
  const save = (next: ListPreferences) => {
    storeCookie(preferencesCookie(path), preferencesText(next), yearSeconds);
  };
  return {
    columns: now.columns,
    /** Shows these columns; the filter fields keep what is typed. */
    chooseColumns: (columns: string[]) => {
      const next = { ...now, columns };
      save(next);
      setWanted(next);
      act(async () => {
        await navigateInPage(pageAddress());
        // Another choice may have been made in the meantime and still be in flight.
        setWanted((latest) => (latest === next ? null : latest));
      }, t('table.columns_failed'));
    },
    /** A link with the page size reopens the list. */
    saveSize: (size: number) => save({ ...now, size }),
  };
}
