import { type FormEvent, useEffect, useRef } from 'react';
import type { z } from 'zod';
import { client } from '#client/api.ts';
import { abandonNavigation, navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';

// Debounce: the pause after a finished word. Milliseconds.
const pauseMs = 400;

/** The call of a list with sealed fields. */
interface AddressCall {
  body: z.ZodType<Record<string, string>>;
  response: z.ZodType<{ results: Record<string, string> }>;
  summary: string;
}
const call = client<Record<`POST /api/v1${string}/address`, AddressCall>>();

const referencesTo = async (path: string, texts: Record<string, string>) =>
  (await call(`POST /api/v1${path}/address`, { body: texts })).results;

/**
 * Handlers for the filter form of a list: filters apply while one types and chooses, without leaving the page. What is typed
 * into `sealed` fields never stands in the address: the server gives references to it.
 */
export function useLiveFilters(path: string, sealed: readonly string[] = []) {
  const t = useT();
  const act = useAct();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = useRef(0);
  useEffect(() => () => clearTimeout(pause.current), []);
  const apply = (form: HTMLFormElement) => {
    clearTimeout(pause.current);
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
    );
    const texts = Object.fromEntries(sealed.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
    const open = async (query: ListQuery) => {
      const url = listUrl(path, query);
      if (url !== pageAddress()) await navigateInPage(url);
    };
    turn.current += 1;
    const mine = turn.current;
    act(async () => {
      if (Object.keys(texts).length === 0) return open(fields);
      const references = await referencesTo(path, texts);
      // What was typed since has a turn of its own.
      if (mine === turn.current) await open({ ...fields, ...references });
    }, t('table.filter_failed'));
  };
  return {
    onChange: ({ target, currentTarget: form }: FormEvent<HTMLFormElement>) => {
      clearTimeout(pause.current);
      turn.current += 1;
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
