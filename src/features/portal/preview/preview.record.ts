import type { RecordDeclaration } from '#kernel/records/records.ts';
import { previewEntity } from './preview.service.ts';

export const previewRecord: RecordDeclaration = {
  kind: previewEntity,
  label: 'portal.preview_kind',
  parts: ['collection', 'book'].map((of) => ({
    of,
    act: { label: 'portal.preview', href: (id) => `/preview/create?${new URLSearchParams({ of, id })}` },
  })),
  actions: { shared: 'audit.verb.created' },
  fields: { at: 'portal.preview_when', until: 'portal.field_until' },
};
