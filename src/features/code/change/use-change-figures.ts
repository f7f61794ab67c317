import { useEffect, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { useT } from '#ui/interface.tsx';
import type { CodeChangeForeseen, codeChangeApi } from './change.contract.ts';
import type { ChangedField } from './change.rules.ts';

const call = client<typeof codeChangeApi>();

/** The codes that a call selects. */
export type ChosenCodes = { codes: string[] } | { filter: object; except?: string[] };

interface Given {
  chosen: ChosenCodes;
  value: string;
  memo?: string;
  dry_run?: boolean;
}

const send: Record<
  ChangedField,
  (body: object, value: string, signal?: AbortSignal) => Promise<{ results: CodeChangeForeseen }>
> = {
  length: (body, length, signal) =>
    call('POST /customer/code/update/length', { body: { ...body, length }, ...(signal && { signal }) }),
  valid_until: (body, valid_until, signal) =>
    call('POST /customer/code/update/valid_until', { body: { ...body, valid_until }, ...(signal && { signal }) }),
  expired_date: (body, expired_date, signal) =>
    call('POST /customer/code/update/expired_date', { body: { ...body, expired_date }, ...(signal && { signal }) }),
  is_canceled: (body, is_canceled, signal) =>
    call('POST /customer/code/update/is_canceled', { body: { ...body, is_canceled }, ...(signal && { signal }) }),
};

/** Changes codes, or with `dry_run` says what would change; returns the figures. */
export async function changeCodes(
  field: ChangedField,
  { chosen, value, ...rest }: Given,
  signal?: AbortSignal,
): Promise<CodeChangeForeseen> {
  return (await send[field]({ ...chosen, ...rest }, value, signal)).results;
}

/** A selection in a list, in the form these calls take. */
export const chosenOf = (selection: { ids: string[] } | { filter: object; except: string[] }): ChosenCodes => {
  if ('ids' in selection) return { codes: selection.ids };
  const { filter, except } = selection;
  return except.length === 0 ? { filter } : { filter, except };
};

/** The effect of a change, or why it cannot be done. */
export interface ChangeFigures {
  foreseen: CodeChangeForeseen | null;
  problem: string | null;
}

// A typing pause that ends a number. Milliseconds.
const pauseMs = 400;
const nothing: ChangeFigures = { foreseen: null, problem: null };

/** Asks for the effect of a change as soon as a value is chosen; only the latest value counts. */
export function useChangeFigures(field: ChangedField, chosen: ChosenCodes, value: string | null): ChangeFigures {
  const t = useT();
  const [figures, setFigures] = useState(nothing);
  const wanted = value === null ? null : JSON.stringify({ chosen, value, dry_run: true });
  useEffect(() => {
    setFigures(nothing);
    if (wanted === null) return;
    const abort = new AbortController();
    const ask = async () => {
      try {
        setFigures({ foreseen: await changeCodes(field, JSON.parse(wanted), abort.signal), problem: null });
      } catch (error) {
        if (abort.signal.aborted) return;
        const isSilent = !(error instanceof ApiError) || error.status === 0;
        setFigures({ foreseen: null, problem: isSilent ? t('error.network') : error.message });
      }
    };
    const pause = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
    // The translator is a new function on each render, with the same behaviour.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, field]);
  return figures;
}
