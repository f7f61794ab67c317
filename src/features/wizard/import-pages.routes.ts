import { z } from 'zod';
import {
  entity,
  filesState,
  findLetters,
  findSheet,
  getImport,
  getLoaded,
  getSheet,
  hasColumns,
  ImportPage,
  listImports,
  previewRows,
  showBooks,
  showImport,
  showImportColumns,
  shownColumns,
  summarizeBooks,
} from '#features/import/import-pages.public.ts';
import { bookFilters, fileSteps, previewFilters, sentenceFilters } from '#features/import/import-rules.public.ts';
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
import type FilesStep from './steps/files-step.view.tsx';
import type ImportFinish from './steps/import-finish.view.tsx';
import type ImportList from './steps/import-list.view.tsx';
import type ImportWizard from './steps/import-wizard.view.tsx';
import type SentencesStep from './steps/sentences-step.view.tsx';

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
    view: view<typeof ImportList>('wizard/steps/import-list'),
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
    view: view<typeof ImportWizard>('wizard/steps/import-wizard'),
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
      view: view<typeof FilesStep>('wizard/steps/files-step'),
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
    view: view<typeof SentencesStep>('wizard/steps/sentences-step'),
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
    view: view<typeof ImportFinish>('wizard/steps/import-finish'),
    title: (t) => t(title),
    params: Params,
    load: async ({ ctx, params }) => {
      const state = await loaded(ctx, params.import_idx);
      const edited = state.act_idx === null ? 0 : await countEditedSince(ctx, state.act_idx);
      return { state, summary: await summarizeBooks(ctx.db, params.import_idx), edited };
    },
  });
}
