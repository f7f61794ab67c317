import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { valuesIn } from '#kernel/records/record-fields.rules.ts';
import {
  NewTermQuery,
  TermParams,
  type TermRecord,
  TermRecord as TermAnswer,
  termApi,
  termQueries,
} from './term.contract.ts';
import { readProposals } from './proposals/proposals.read.ts';
import type Proposals from './proposals/proposals.view.tsx';
import { proposalsHref, termEntity, termHome } from './term.rules.ts';
import { changeTerm, createTerm, getTerm, removeTerm } from './term.service.ts';
import type { TermRow } from './term.store.ts';
import { formFields } from './term-fields.rules.ts';
import type TermForm from './term-form.view.tsx';
import { exportTerms, listTerms } from './term-list.read.ts';
import type TermList from './term-list.view.tsx';

const answered = ({ former: _former, ...row }: TermRow): TermRecord => ({ ...row, texts: valuesIn(formFields, row) });

/** The calls and the screens of terms. */
export function termRoutes(kernel: Kernel): void {
  const { api, web } = kernel;
  api(termApi, {
    'GET /api/v1/term/:term_idx': async ({ ctx, params }) => ({
      results: answered(await getTerm(ctx, params.term_idx)),
    }),
    'POST /api/v1/term': async ({ ctx, body: { texts, ...own } }) => ({
      results: { term_idx: await createTerm(ctx, { ...own, ...texts }) },
    }),
    'PUT /api/v1/term/:term_idx': async ({ ctx, params, body: { texts, ...own } }) => {
      const { version } = await changeTerm(ctx, params.term_idx, { ...own, ...texts });
      return { results: { version } };
    },
    'DELETE /api/v1/term/:term_idx': ({ ctx, params }) => removeTerm(ctx, params.term_idx),
  });
  mountList(kernel, {
    offer: { path: termHome },
    view: view<typeof TermList>('term/term-list'),
    follows: [termEntity],
    title: (t) => t('term.heading'),
    replica: true,
    queries: termQueries,
    views: {},
    find: listTerms,
    call: { summary: 'The terms of the house, a page at a time, by term', row: TermAnswer },
    sheet: { summary: 'The terms of the list, in its order, as a sheet', title: 'terms', of: exportTerms },
    more: async () => ({}),
  });
  web.page(proposalsHref, {
    view: view<typeof Proposals>('term/proposals/proposals'),
    follows: [termEntity],
    title: (t) => t('term.proposals'),
    replica: true,
    load: async ({ ctx }) => ({ proposals: await readProposals(ctx) }),
  });
  web.fragment(`${termHome}/create`, {
    view: view<typeof TermForm>('term/term-form'),
    within: termHome,
    query: NewTermQuery,
    load: ({ query: { keep, ...texts } }) => ({ term: null, proposed: { ...texts, keep: keep !== undefined } }),
  });
  web.fragment(`${termHome}/update/:term_idx`, {
    view: view<typeof TermForm>('term/term-form'),
    params: TermParams,
    within: termHome,
    load: async ({ ctx, params }) => ({ term: await getTerm(ctx, params.term_idx), proposed: {} }),
  });
}
