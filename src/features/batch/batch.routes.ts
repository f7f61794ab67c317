import { z } from 'zod';
import { batchEntity, batchHref } from '#features/code/code-batch.public.ts';
import { customerHref, customerNames } from '#features/customer/customer.public.ts';
import { findOpenLink } from '#features/delivery/delivery.public.ts';
import { PageNumber, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import { currenciesIn } from '#kernel/messages/currencies.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { countedActsOn, warningsOn } from '#kernel/records/record-parts.ts';
import { ChosenDay, today } from '#kernel/work/days.ts';
import { idx } from '#kernel/work/fields.ts';
import { BatchParams, batchApi } from './batch.contract.ts';
import { readBatch, readPace, searchBatches } from './batch.read.ts';
import { createBatch, removeBatch } from './batch.service.ts';
import type BatchCreate from './create/batch-create.view.tsx';
import { findLastCollection, readTerms } from './create/batch-terms.read.ts';
import { listHistoryOf } from './history/batch-history.read.ts';
import { cancelIssuing, defineIssuing, issueAgain } from './issue/issue.job.ts';
import { listLots } from './lot/lot.read.ts';
import { lotEntity } from './lot/lot.rules.ts';
import type BatchDetail from './page/batch-detail.view.tsx';
import type BatchForm from './page/batch-form.view.tsx';
import { defineBatchChange } from './quantity/quantity.service.ts';

export function batchRoutes(kernel: Kernel): void {
  const send = defineIssuing(kernel);
  const change = defineBatchChange(kernel, send);
  kernel.api(batchApi, {
    'GET /api/v1/code/batch': async ({ ctx, query }) => ({ results: { batches: await searchBatches(ctx, query) } }),
    'GET /api/v1/code/batch/terms': async ({ ctx, query }) => ({ results: await readTerms(ctx, query) }),
    'POST /api/v1/code/batch': async ({ ctx, body }) => {
      const batch = await createBatch(ctx, body);
      await send(ctx, batch);
      return { results: { cg_idx: batch.cg_idx } };
    },
    'GET /api/v1/code/batch/:cg_idx': async ({ ctx, params }) => ({ results: await readBatch(ctx, params.cg_idx) }),
    'PUT /api/v1/code/batch/:cg_idx': async ({ ctx, params, body }) => ({
      results: await change(ctx, params.cg_idx, body),
    }),
    'DELETE /api/v1/code/batch/:cg_idx': ({ ctx, params }) => removeBatch(ctx, params.cg_idx),
    'POST /api/v1/code/batch/:cg_idx/cancel': ({ ctx, params }) => cancelIssuing(ctx, params.cg_idx),
    'POST /api/v1/code/batch/:cg_idx/issue': ({ ctx, params }) => issueAgain(ctx, send, params.cg_idx),
  });
}

// How many lines of the history are beside the lots.
const historySize = 10;

const optionalIdx = idx.optional().catch(undefined);

export function batchPages({ web, records }: Kernel): void {
  web.fragment('/code/batch/create', {
    view: view<typeof BatchCreate>('batch/create/batch-create'),
    query: z.object({ cust_idx: optionalIdx, day: ChosenDay }),
    within: ({ query: { cust_idx } }) => (cust_idx === undefined ? '/customer' : customerHref(cust_idx)),
    load: async ({ ctx, query: { cust_idx, day } }) => {
      const name = cust_idx === undefined ? undefined : (await customerNames(ctx, [cust_idx])).get(cust_idx);
      const collection = cust_idx === undefined ? null : await findLastCollection(ctx, cust_idx);
      return {
        customer: name === undefined ? null : { value: String(cust_idx), label: name },
        collection,
        terms: collection && (await readTerms(ctx, { cidx: Number(collection.value), cust_idx })),
        currencies: currenciesIn(ctx.locale),
        pace: await readPace(ctx),
        timeZone: ctx.timeZone,
        today: today(ctx),
        validFrom: day ?? '',
      };
    },
  });
  web.fragment('/code/batch/update/:cg_idx', {
    view: view<typeof BatchForm>('batch/page/batch-form'),
    params: BatchParams,
    within: ({ params }) => batchHref(params.cg_idx),
    load: async ({ ctx, params }) => ({ batch: await readBatch(ctx, params.cg_idx) }),
  });
  web.page('/code/batch/:cg_idx', {
    view: view<typeof BatchDetail>('batch/page/batch-detail'),
    follows: ['code', 'registration', lotEntity],
    shows: ({ batch }) => ({ kind: batchEntity, id: batch.cg_idx }),
    title: (_, { batch }) => batch.title,
    params: BatchParams,
    query: z.object({ page: PageNumber }),
    snapshot: true,
    load: async ({ ctx, params: { cg_idx }, query: { page } }) => {
      const [batch, lots, history, link, acts, warnings] = await Promise.all([
        readBatch(ctx, cg_idx),
        listLots(ctx, cg_idx),
        listHistoryOf(ctx, cg_idx, { page, size: historySize }),
        findOpenLink(ctx, cg_idx),
        countedActsOn(ctx, records.all, batchEntity, String(cg_idx)),
        warningsOn(ctx, records.all, batchEntity, String(cg_idx)),
      ]);
      return { batch, lots, history, link, acts, warnings, paging: { size: historySize, limit: pagingLimit } };
    },
  });
}
