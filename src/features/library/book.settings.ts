import { getSetting, switchSetting } from '#kernel/desk/settings.ts';
import type { Context } from '#kernel/work/context.ts';

/** While on, buttons named Import only say that importing is under maintenance. */
export const bookImportMaintenance = switchSetting({
  key: 'book.import_maintenance',
  group: 'catalogue',
  initial: true,
  label: 'book.import_maintenance',
  help: 'book.import_maintenance_help',
});

/** What a button named Import asks while the import is under maintenance. */
export interface ClosedImport {
  title: string;
  agree: string;
}

/** The question in the language of the reader; null while the import is open. */
export const findClosedImport = async (ctx: Context): Promise<ClosedImport | null> =>
  (await getSetting(ctx, bookImportMaintenance))
    ? { title: ctx.text('book.import_closed'), agree: ctx.text('book.import_open') }
    : null;
