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
    ...Object.entries({ 'collection.versions': 'collection', roadmap: 'roadmap', advertised: 'advertisement' }).map(
      ([where, of]) => ({
        of: where,
        act: { label: 'portal.preview_at', href: (id: string) => dialogOf({ of, id, when: 'past' }) },
      }),
    ),
  ],
  actions: { shared: 'audit.verb.created' },
  fields: { at: 'portal.preview_when', until: 'portal.field_until' },
};
