import type { RecordDeclaration } from '#kernel/records/records.ts';
import { previewEntity } from './preview.service.ts';

const dialogOf = (query: Record<string, string>): `/${string}` => `/preview/create?${new URLSearchParams(query)}`;

export const previewRecord: RecordDeclaration = {
  kind: previewEntity,
  label: 'portal.preview_kind',
  parts: [
    ...['collection', 'book'].map((of) => ({
      of,
      act: { label: 'portal.preview', href: (id: string) => dialogOf({ of, id }) },
    })),
    {
      of: 'collection.versions',
      act: { label: 'portal.preview_at', href: (id) => dialogOf({ of: 'collection', id, when: 'past' }) },
    },
  ],
  actions: { shared: 'audit.verb.created' },
  fields: { at: 'portal.preview_when', until: 'portal.field_until' },
};
