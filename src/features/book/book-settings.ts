import { z } from 'zod';
import { defineSetting } from '#kernel/settings.ts';

/** While on, the list's Import button only says that importing is under maintenance. */
export const bookImportMaintenance = defineSetting({
  key: 'book.import_maintenance',
  schema: z.boolean(),
  initial: true,
  control: 'switch',
  label: 'book.import_maintenance',
  help: 'book.import_maintenance_help',
});
