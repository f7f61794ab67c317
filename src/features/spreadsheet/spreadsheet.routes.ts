import { callerOf } from '#kernel/http/caller.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { spreadsheetApi } from './spreadsheet.contract.ts';
import { accountState, disconnect } from './spreadsheet.service.ts';
import type SpreadsheetPage from './spreadsheet-page.view.tsx';

export const home = '/spreadsheet';
export const pageView = view<typeof SpreadsheetPage>('spreadsheet/spreadsheet-page');

/** The calls and the screen of the account; signing in to it is in sign-in.routes.ts. */
export function spreadsheetRoutes(kernel: Kernel): void {
  kernel.api(spreadsheetApi, {
    'GET /api/v1/spreadsheet/account': async ({ ctx }) => ({ results: await accountState(kernel, ctx) }),
    'DELETE /api/v1/spreadsheet/account': ({ request }) => disconnect(kernel, callerOf(request)),
  });
  kernel.web.page(home, {
    view: pageView,
    title: (t) => t('spreadsheet.heading'),
    load: async ({ ctx }) => ({ ...(await accountState(kernel, ctx)), problem: null, next: home }),
  });
}
