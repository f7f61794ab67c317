import { switchSetting } from '#kernel/desk/settings.ts';

/** While on, the list's Import button only says that importing is under maintenance. */
export const bookImportMaintenance = switchSetting({
  key: 'book.import_maintenance',
  group: 'catalogue',
  initial: true,
  label: 'book.import_maintenance',
  help: 'book.import_maintenance_help',
});
