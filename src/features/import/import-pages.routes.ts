import { z } from 'zod';
import { countEditedSince } from '#features/library/book-rows.public.ts';
import { accountState } from '#features/spreadsheet/spreadsheet.public.ts';
import { PageNumber, pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { filesReadAs, warningsOn } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { Day } from '#kernel/work/days.ts';
import { idx } from '#kernel/work/fields.ts';
import { summarizeBooks } from './books/import-books.read.ts';
import { bookFilters } from './books/import-books.rules.ts';
import { showBooks } from './books/import-books.service.ts';
import type FilesStep from './files/files-step.view.tsx';
import { filesState } from './files/import-files.routes.ts';
import { fileSteps } from './files/import-files.rules.ts';
import { ImportPage } from './import.contract.ts';
import { entity, getImport, getLoaded } from './import.service.ts';
import { listImports } from './import.store.ts';
import { showImport } from './import-state.service.ts';
import { sentenceFilters } from './sentences/import-sentences.rules.ts';
import { getSheet } from './sentences/import-sentences.service.ts';
import { findSheet } from './sentences/import-sentences.store.ts';
import type SentencesStep from './sentences/sentences-step.view.tsx';
import { hasColumns, showImportColumns } from './sheet/import-columns.service.ts';
import { previewFilters } from './sheet/import-preview.rules.ts';
import { findLetters, previewRows, shownColumns } from './sheet/import-preview.service.ts';
import type ImportFinish from './wizard/import-finish.view.tsx';
import type ImportList from './wizard/import-list.view.tsx';
import type ImportWizard from './wizard/import-wizard.view.tsx';

const Params = z.object({ import_idx: idx });
const title = 'import.heading';

const WizardQuery = z.object({
  filter: z.enum(previewFilters).optional().catch(undefined),
  page: ImportPage.catch(1),
  /** '1' asks for the columns of the sheet again. */
  columns: z.string().optional().catch(undefined),
});

/** The pages of the importer: the list with the sheet upload, and one page per step. */
export function importPages(kernel: Kernel): void {
  const { web, records } = kernel;
  web.page('/book/import', {
    view: view<typeof ImportList>('import/wizard/import-list'),
    follows: ['import'],
    title: (t) => t(title),
    query: z.object({
      page: PageNumber,
      bids: z.string().max(10_000).catch('').default(''),
      applied_since: Day.catch(undefined),
    }),
    load: async ({ ctx, query }) => {
      const { applied_since: appliedSince = '' } = query;
      const { rows, total, page } = await listImports(ctx, { page: query.page, appliedSince });
      return {
        others: filesReadAs(records.all, entity).map(({ name, endings }) => ({ name, endings })),
        imports: await Promise.all(rows.map((row) => showImport(ctx, row))),
        account: await accountState(kernel, ctx),
        bids: query.bids,
        appliedSince,
        total,
        page,
        size: pageSize,
        limit: pagingLimit,
      };
    },
  });
  web.page('/book/import/:import_idx', {
    view: view<typeof ImportWizard>('import/wizard/import-wizard'),
    title: (t) => t(title),
    params: Params,
    query: WizardQuery,
    load: async ({ ctx, params, query }) => {
      const record = await getImport(ctx, params.import_idx);
      const filter = query.filter ?? (record.counts.rejected > 0 && record.status === 'ready' ? 'rejected' : 'all');
      const { status } = record;
      const page = sendingTogether(ctx);
      const [known, state, warnings, letters] = await Promise.all([
        hasColumns(page, params.import_idx),
        showImport(page, record),
        warningsOn(page, records.all, entity, String(params.import_idx)),
        findLetters(page, params.import_idx),
      ]);
      const matching = known && (status === 'mapping' || (status === 'ready' && query.columns === '1'));
      return {
        state,
        warnings,
        match: matching ? await showImportColumns(ctx, params.import_idx) : null,
        matchable: known && status === 'ready',
        columns: shownColumns(ctx, letters, record.filled),
        rows: await previewRows(ctx, params.import_idx, filter, query.page),
        filter,
        page: query.page,
        size: pageSize,
      };
    },
  });
  laterSteps(kernel);
}

const BooksQuery = z.object({ filter: z.enum(bookFilters).catch('all').default('all'), page: ImportPage.catch(1) });

/** The steps that need the ids of the books; opened too early, they respond with IMPR-12. */
function laterSteps(kernel: Kernel): void {
  const { web } = kernel;
  const loaded = async (ctx: Context, importIdx: number) => showImport(ctx, await getLoaded(ctx, importIdx));
  const books = async (ctx: Context, importIdx: number, { filter, page }: z.output<typeof BooksQuery>) => ({
    ...(await showBooks(ctx, importIdx, filter, page)),
    filter,
    page,
    size: pageSize,
  });
  for (const step of fileSteps) {
    web.page(`/book/import/:import_idx/${step}`, {
      view: view<typeof FilesStep>('import/files/files-step'),
      title: (t) => t(title),
      params: Params,
      query: BooksQuery,
      load: async ({ ctx, params, query }) => ({
        state: await loaded(ctx, params.import_idx),
        step,
        files: await filesState(ctx, params.import_idx, step),
        account: await accountState(kernel, ctx),
        books: await books(ctx, params.import_idx, query),
      }),
    });
  }
  web.page('/book/import/:import_idx/sentences', {
    view: view<typeof SentencesStep>('import/sentences/sentences-step'),
    title: (t) => t(title),
    params: Params,
    query: z.object({ filter: z.enum(sentenceFilters).catch('all').default('all') }),
    load: async ({ ctx, params, query }) => ({
      state: await loaded(ctx, params.import_idx),
      sheet: (await findSheet(ctx.db, params.import_idx)) ? await getSheet(ctx, params.import_idx) : null,
      account: await accountState(kernel, ctx),
      filter: query.filter,
    }),
  });
  web.page('/book/import/:import_idx/done', {
    view: view<typeof ImportFinish>('import/wizard/import-finish'),
    title: (t) => t(title),
    params: Params,
    load: async ({ ctx, params }) => {
      const state = await loaded(ctx, params.import_idx);
      const edited = state.act_idx === null ? 0 : await countEditedSince(ctx, state.act_idx);
      return { state, summary: await summarizeBooks(ctx.db, params.import_idx), edited };
    },
  });
}
