import { type FormEvent, useEffect, useRef } from 'react';
import { abandonNavigation, navigateInPage } from '#client/live-page.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';
import { listUrl } from '../page/list-url.ts';

// Debounce: the pause after a finished word. Milliseconds.
const pauseMs = 400;

/** Handlers for the filter form of a list: filters apply while one types and chooses, without leaving the page. */
export function useLiveFilters(path: string) {
  const t = useT();
  const act = useAct();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const apply = (form: HTMLFormElement) => {
    clearTimeout(pause.current);
    const fields = [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : '',
    ]);
    const url = listUrl(path, Object.fromEntries(fields));
    if (url !== location.pathname + location.search) act(() => navigateInPage(url), t('table.filter_failed'));
  };
  return {
    onChange: ({ target, currentTarget: form }: FormEvent<HTMLFormElement>) => {
      clearTimeout(pause.current);
      if (!form.checkValidity()) return;
      // An answer for the filters before these would set the fields back.
      abandonNavigation();
      if (target instanceof HTMLSelectElement) apply(form);
      else pause.current = setTimeout(() => apply(form), pauseMs);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      apply(event.currentTarget);
    },
  };
}
