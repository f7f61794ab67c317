import type { RecordHit } from '#kernel/records/found-records.ts';
import type { RecordDeclaration, Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { changeUndo } from './change/code-change-undo.service.ts';
import { codeForm, readCode, showCode } from './code.rules.ts';
import { findCodeRow } from './find/code-rows.read.ts';
import { undoReplacement } from './replace/replace.service.ts';

const codeHref = (code: string): string => `/code?code=${encodeURIComponent(code)}`;

export const codeRecord = (records: Records): RecordDeclaration => ({
  kind: 'code',
  label: 'code.kind',
  href: codeHref,
  find: { icon: 'code', by: findWhole },
  undo: { replaced: undoReplacement(records) },
  actions: { replaced: 'code.verb_replaced' },
  fields: { replaced_by: 'code.field_replaced_by', replaces: 'code.field_replaces' },
});

/** What was done to many codes at once. */
export const codeActRecord: RecordDeclaration = {
  kind: 'code_act',
  label: 'code.kind_act',
  undo: { updated: changeUndo },
  fields: {
    length: 'code.field_length_days',
    valid_until: 'code.field_valid_until',
    expired_date: 'code.field_expired_date',
    is_canceled: 'code.field_canceled',
  },
};

/** Finds a complete code as typed; parts of codes match nothing. */
async function findWhole(ctx: Context, text: string): Promise<RecordHit[]> {
  const code = readCode(text);
  const found = codeForm.test(code) ? await findCodeRow(ctx, code) : undefined;
  if (!found) return [];
  return [{ label: showCode(code), detail: `${found.collection} · ${found.customer}`, href: codeHref(code), id: text }];
}
