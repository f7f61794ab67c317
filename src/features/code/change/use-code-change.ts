import { client } from '#client/api.ts';
import { type Effect, useForeseen } from '#ui/form/use-foreseen.ts';
import type { CodeChangeForeseen, codeChangeApi } from './code-change.contract.ts';
import type { ChangedField } from './code-change.rules.ts';

const call = client<typeof codeChangeApi>();

/** The codes that a call selects. */
type ChosenCodes = { codes: string[] } | { filter: object; except?: string[] };

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
export type ChangeFigures = Effect<CodeChangeForeseen>;

/** Asks for the effect of a change as soon as a value is chosen. */
export const useChangeFigures = (field: ChangedField, chosen: ChosenCodes, value: string | null): ChangeFigures =>
  useForeseen(value === null ? null : { field, chosen, value, dry_run: true }, ({ field: of, ...given }, signal) =>
    changeCodes(of, given, signal),
  );
