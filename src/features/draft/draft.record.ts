import type { DraftWords } from './draft.messages.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { draftEntity, draftsHref, providers } from './draft.rules.ts';

/** Requests for drafts in the trail, the key of the provider, and trials. */
export const draftRecord: RecordDeclaration = {
  kind: draftEntity,
  label: 'draft.kind',
  href: () => draftsHref,
  titles: async (ctx, ids) => {
    const t = ctx.translate<DraftWords>();
    const named = new Map([
      ['key', t('draft.key')],
      ['trial', t('draft.trial')],
    ]);
    const titleOf = (id: string) => named.get(id) ?? (/^\d+$/.test(id) ? t('draft.titled', { number: id }) : undefined);
    return new Map(
      ids.flatMap((id) => {
        const title = titleOf(id);
        return title === undefined ? [] : [[id, title] as const];
      }),
    );
  },
  actions: {
    requested: 'draft.did_request',
    made: 'draft.did_make',
    dropped: 'draft.did_drop',
    tried: 'draft.did_try',
    key_set: 'draft.did_set_key',
  },
  fields: {
    provider: 'draft.field_provider',
    drafts: 'draft.field_drafts',
    refused: 'draft.field_refused',
    characters: 'draft.field_characters',
    languages: 'draft.field_languages',
    locale: 'draft.field_locale',
    field: 'draft.field_field',
    origin: 'draft.field_origin',
  },
  values: { provider: Object.fromEntries(providers.map((name) => [name, `draft.provider_${name}`])) },
};
