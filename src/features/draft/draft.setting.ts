import { z } from 'zod';
import { type Setting, settingEntity } from '#kernel/desk/settings.ts';
import { addressProblem } from '#kernel/http/outgoing-request.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { amountForm } from '#kernel/text/money.rules.ts';
import { draftMessages } from './draft.messages.ts';
import { draftsHref, providerChoices } from './draft.rules.ts';
import { storeKey } from './draft-key.service.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'invalid.characters');

const Drafts = z.strictObject({
  provider: z.enum(providerChoices).default('off'),
  url: line(2000).default(''),
  /** Written, never read; see `sealed` below. */
  key: line(500).min(1).optional(),
  /** Only for a server that has several. */
  model: line(200).default(''),
  characters_a_month: z.int().min(0).max(1_000_000_000).default(500_000),
  /** Of a million characters, as a decimal; null if unknown. */
  price: z.string().regex(amountForm, 'invalid.format').nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'invalid.format')
    .default('USD'),
});
export type DraftsSetting = z.output<typeof Drafts>;

/** Who translates, where, and how much in a month; off until somebody chooses a provider. */
export const draftsSetting = ({ config }: Pick<Kernel, 'config'>): Setting<DraftsSetting> => ({
  ...draftsAbout,
  sealed: async (ctx, { key, ...value }) => {
    if (value.provider === 'off') return value;
    const problem = addressProblem(value.url, config.webhookPrivate);
    if (problem) throw draftMessages.errorWith(422, `draft.address_${problem}`, { field: 'value.url' });
    if (value.provider === 'openai' && value.model === '')
      throw draftMessages.errorWith(422, 'draft.needs_model', { field: 'value.model' });
    if (key !== undefined) {
      await storeKey(ctx, config, value.url, key);
      // The value may be what it was.
      ctx.changed(settingEntity, draftsAbout.key);
    }
    return value;
  },
});

/** What reads the setting; only who may save it needs more. */
export const draftsAbout: Setting<DraftsSetting> = {
  key: 'drafts',
  group: 'catalogue',
  initial: Drafts.parse({}),
  label: 'draft.setting',
  help: 'draft.setting_help',
  schema: Drafts,
  control: { kind: 'page', href: draftsHref },
};
