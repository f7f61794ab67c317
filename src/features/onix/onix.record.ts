import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { OnixWords } from './onix.messages.ts';
import { countNotices } from './read/onix-notices.read.ts';

/** ONIX messages have no records of their own: they are files of books, read by the importer and written from lists. */
export const onixRecord: RecordDeclaration = {
  kind: 'onix',
  label: 'onix.heading',
  parts: [
    { of: 'book', download: { label: 'onix.export', href: '/api/v1/book/onix' } },
    {
      of: 'import',
      reads: {
        endings: ['.xml', '.onix'],
        name: 'ONIX 3',
        reader: new URL('read/onix-reader.ts', import.meta.url),
      },
      warnings: async (ctx, id) => {
        const t = ctx.translate<OnixWords>();
        const { covers, deletions } = await countNotices(ctx, Number(id));
        const list = (name: string) => `/api/v1/import/${id}/onix?list=${name}&as=csv`;
        return [
          ...(deletions > 0
            ? [
                {
                  title: t('onix.deletions', { count: deletions }),
                  line: t('onix.deletions_line'),
                  href: list('deletions'),
                  act: t('onix.list'),
                },
              ]
            : []),
          ...(covers > 0
            ? [
                {
                  title: t('onix.covers', { count: covers }),
                  line: t('onix.covers_line'),
                  href: list('covers'),
                  act: t('onix.list'),
                },
              ]
            : []),
        ];
      },
    },
  ],
};
