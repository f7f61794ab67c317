import type { Feature } from '#kernel/mount/feature.ts';
import { textsUndo } from './import/apply-texts.service.ts';
import { textsExported } from './texts.exported.ts';
import { textsMessages } from './texts.messages.ts';
import { textsRoutes } from './texts.routes.ts';

/** Texts that travel: out to translators as sheets and XLIFF, and back through a preview. */
export const texts: Feature = {
  name: 'texts',
  messages: textsMessages,
  exported: textsExported,
  register(kernel) {
    textsRoutes(kernel);
    kernel.records.define({
      kind: 'text_import',
      label: 'texts.kind',
      href: (id) => `/texts/${id}`,
      titles: { table: 'text_import', key: 'timp_idx', title: 'file_name' },
      title: 'file',
      acts: [{ key: 'texts.menu', icon: 'import', href: '/texts' }],
      parts: [{ of: 'collection', download: { label: 'texts.menu', href: '/texts' } }],
      undo: { applied: textsUndo(kernel.records) },
      actions: { staged: 'texts.did_stage', applied: 'texts.did_apply' },
      fields: { file: 'texts.field_file', rows: 'texts.field_rows' },
    });
  },
};
