import type { Feature } from '#kernel/mount/feature.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';
import { home, spreadsheetRoutes } from './spreadsheet.routes.ts';
import { entity } from './spreadsheet.service.ts';
import { signInRoutes } from './spreadsheet-sign-in.routes.ts';
import { sealedTokens } from './stored-tokens.store.ts';

/** The cloud spreadsheet account of each member of staff, and reading sheets with it. */
export const spreadsheet: Feature = {
  name: 'spreadsheet',
  messages: spreadsheetMessages,
  menu: ({ spreadsheets }) =>
    spreadsheets ? [{ key: 'spreadsheet.heading', href: home, order: 5, group: 'user' }] : [],
  sealed: [sealedTokens],
  exported: {
    tables: [],
    without: {
      spreadsheet_account: 'It opens an account elsewhere, for one office. Its owner signs in there again.',
      spreadsheet_attempt: 'Signing in there is of the moment.',
    },
  },
  register(kernel) {
    spreadsheetRoutes(kernel);
    signInRoutes(kernel);
    kernel.records.define({
      kind: entity,
      label: 'spreadsheet.heading',
      titles: { table: 'staff', key: 'staff_idx', title: 'name' },
      actions: {
        connected: 'spreadsheet.did_connect',
        disconnected: 'spreadsheet.did_disconnect',
        ended: 'spreadsheet.did_end',
      },
      fields: { email: 'spreadsheet.email' },
    });
  },
};
