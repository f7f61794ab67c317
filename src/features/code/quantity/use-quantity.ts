import { useEffect, useState } from 'react';
import { ApiError } from '#client/api.ts';
import { confirm, leaveWith } from '#client/dialogs.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { type BulkWork, useBulkWork } from '#ui/table/use-bulk-work.ts';
import type { BatchState } from '../batch/batch.contract.ts';
import { batchHref, manyCodes, readCount } from '../batch/batch.rules.ts';
import { callBatch } from '../batch/use-batch.ts';
import type { CodeWords } from '../code.messages.ts';
import type { QuantityChange } from './quantity.read.ts';

export type QuantityValues = Record<'count' | 'price' | 'memo', string>;

/** The form of a batch's quantity and price; after saving it goes back to the batch. */
export function useQuantity(batch: BatchState): { record: RecordForm<QuantityValues>; work: BulkWork } {
  const t = useT<CodeWords>();
  const format = useFormat();
  const work = useBulkWork();
  const storedOf = ({ count, price, memo, version }: BatchState) => ({
    values: { count: format.number(count), price, memo },
    version,
  });
  const params = { cg_idx: batch.cg_idx };
  const record: RecordForm<QuantityValues> = useRecordForm<QuantityValues, { version: number; act?: number | null }>({
    initial: storedOf(batch),
    record: { kind: 'code_batch', id: batch.cg_idx },
    save: async ({ values, version }) => {
      const count = readCount(values.count);
      if (count === undefined) {
        record.form.setErrors({ count: t('invalid.required') });
        return undefined;
      }
      const body = { count, price: values.price.trim(), memo: values.memo, version };
      const would = await foresee(batch.cg_idx, count);
      if (!(await isSure(would))) return undefined;
      let saved = 0;
      const { act_idx: act } = await work.run(async () => {
        const { results } = await callBatch('PUT /api/v1/code/batch/:cg_idx', { params, body });
        saved = results.version;
        return { changed: results.cancel, act_idx: results.act_idx, work_idx: results.work_idx ?? undefined };
      });
      return { version: saved, act: act ?? null };
    },
    onSaved: ({ act }) => leaveWith(t('code.batch_saved'), batchHref(batch.cg_idx), act),
    load: async () => storedOf((await callBatch('GET /api/v1/code/batch/:cg_idx', { params })).results),
  });
  return { record, work };

  async function isSure({ issue, cancel }: QuantityChange): Promise<boolean> {
    if (cancel > 0) {
      const agree = t('code.cancel_codes', { count: cancel });
      return confirm({ title: agree, body: t('code.cancel_codes_body'), agree, danger: true });
    }
    return issue <= manyCodes || confirm({ title: t('code.issue_many', { count: issue }), agree: t('code.issue') });
  }
}

async function foresee(cg_idx: number, count: number): Promise<QuantityChange> {
  const body = { count, dry_run: true };
  return (await callBatch('PUT /api/v1/code/batch/:cg_idx', { params: { cg_idx }, body })).results;
}

// A typing pause that ends a number. Milliseconds.
const pauseMs = 400;

/** The effect of another quantity, requested after a pause; if it is refused, the reason. */
export function useForeseen({ cg_idx, count: now }: BatchState, count: number | undefined) {
  const [told, setTold] = useState<{ would: QuantityChange | null; problem: string | null }>(nothing);
  useEffect(() => {
    setTold(nothing);
    if (count === undefined || count === now) return;
    let isGone = false;
    const show = (next: typeof told) => !isGone && setTold(next);
    const pause = setTimeout(() => {
      foresee(cg_idx, count).then(
        (would) => show({ would, problem: null }),
        (error: unknown) => show({ would: null, problem: problemOf(error) }),
      );
    }, pauseMs);
    return () => {
      isGone = true;
      clearTimeout(pause);
    };
  }, [cg_idx, now, count]);
  return told;
}

const nothing = { would: null, problem: null };

const problemOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.fields['count'] ?? error.message) : null;
