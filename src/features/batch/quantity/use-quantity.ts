import { useEffect, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { confirm, leaveWith } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { type BulkWork, useBulkWork } from '#ui/page/use-bulk-work.ts';
import type { BatchState } from '../batch.contract.ts';
import { manyCodes, readCount } from '../batch.rules.ts';
import type { Lot, lotApi } from '../lot/lot.contract.ts';
import { callBatch } from '../use-batch.ts';
import type { QuantityChange } from './quantity.read.ts';

const callLots = client<typeof lotApi>();

export interface QuantityProps {
  batch: BatchState;
  /** The newest first. */
  lots: readonly Lot[];
  /** Codes issued per second. */
  pace: number;
}

type QuantityValues = Record<'count' | 'price' | 'memo', string>;

interface Quantity {
  /** As last read: somebody else may save it meanwhile. */
  batch: BatchState;
  lots: readonly Lot[];
  foreseen: Foreseen;
  record: RecordForm<QuantityValues>;
  work: BulkWork;
}

/**
 * The form of a batch's quantity and price; after saving it goes back to the batch. It saves only what it announced: over
 * the batch and with the figures that were shown.
 */
export function useQuantity({ batch: initial, lots: initialLots }: QuantityProps): Quantity {
  const t = useT<CodeWords>();
  const format = useFormat();
  const work = useBulkWork();
  const storedOf = ({ count, price, memo, version }: BatchState) => ({
    values: { count: format.number(count), price, memo },
    version,
  });
  const [batch, setBatch] = useState(initial);
  const params = { cg_idx: batch.cg_idx };
  const [lots, setLots] = useState(initialLots);
  const read = async () => {
    const [{ results }, now] = await Promise.all([
      callBatch('GET /api/v1/code/batch/:cg_idx', { params }),
      callLots('GET /api/v1/code/batch/:cg_idx/lot', { params }),
    ]);
    setBatch(results);
    setLots(now.results.lots);
    return results;
  };
  const record: RecordForm<QuantityValues> = useRecordForm<QuantityValues, { version: number; act?: number | null }>({
    initial: storedOf(initial),
    record: { kind: 'code_batch', id: batch.cg_idx },
    save: async ({ values, version }) => {
      const count = readCount(values.count);
      if (count === undefined) {
        record.form.setErrors({ count: t('invalid.required') });
        return undefined;
      }
      const body = { count, price: values.price.trim(), memo: values.memo, version };
      // Only what the person was shown is saved; where that was a refusal, asking again tells it to the form.
      const would = count === batch.count ? noChange : foreseen.would;
      if (!would) {
        await foresee(batch.cg_idx, { count, version });
        await read();
        return undefined;
      }
      if (!(await isSure(would.issue))) return undefined;
      const { issue, cancel, lots: going } = would;
      let saved = 0;
      const { act_idx: act } = await work.run(async () => {
        const request = { params, body: { ...body, expects: { issue, cancel, lots: going } } };
        const { results } = await callBatch('PUT /api/v1/code/batch/:cg_idx', request).catch(showNow);
        saved = results.version;
        return { changed: results.cancel, act_idx: results.act_idx, work_idx: results.work_idx ?? undefined };
      });
      return { version: saved, act: act ?? null };
    },
    onSaved: ({ act }) => leaveWith(t('code.batch_saved'), batchHref(batch.cg_idx), act),
    load: async () => storedOf(await read()),
  });
  const foreseen = useForeseen(batch, readCount(record.form.values.count));
  return { batch, lots, foreseen, record, work };

  /** Shows the figures as they are now if the codes were changed meanwhile, for another decision. */
  async function showNow(error: unknown): Promise<never> {
    if (error instanceof ApiError && error.code === 'code.figures_changed') await read();
    throw error;
  }

  async function isSure(issue: number): Promise<boolean> {
    return issue <= manyCodes || confirm({ title: t('code.issue_many', { count: issue }), agree: t('code.issue') });
  }
}

async function foresee(
  cg_idx: number,
  wanted: { count: number; version: number | undefined },
): Promise<QuantityChange> {
  const body = { ...wanted, dry_run: true };
  return (await callBatch('PUT /api/v1/code/batch/:cg_idx', { params: { cg_idx }, body })).results;
}

// A typing pause that ends a number. Milliseconds.
const pauseMs = 400;

/** The effect of another quantity; if it is refused, the reason. */
interface Foreseen {
  would: QuantityChange | null;
  problem: string | null;
}

/** The effect of another quantity of the batch as it was read, requested after a pause. */
function useForeseen(batch: BatchState, count: number | undefined): Foreseen {
  const [foreseen, setForeseen] = useState<Foreseen>(nothing);
  useEffect(() => {
    setForeseen(nothing);
    const { cg_idx, version } = batch;
    if (count === undefined || count === batch.count) return;
    let isGone = false;
    const show = (next: typeof foreseen) => !isGone && setForeseen(next);
    const pause = setTimeout(() => {
      foresee(cg_idx, { count, version }).then(
        (would) => show({ would, problem: null }),
        (error: unknown) => show({ would: null, problem: problemOf(error) }),
      );
    }, pauseMs);
    return () => {
      isGone = true;
      clearTimeout(pause);
    };
  }, [batch, count]);
  return foreseen;
}

const nothing = { would: null, problem: null };
const noChange = { issue: 0, cancel: 0, lots: [] };

const problemOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.fields['count'] ?? error.message) : null;
