import { getSetting } from '#kernel/desk/settings.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import type { Context } from '#kernel/work/context.ts';
import { thisMonth } from '#kernel/work/days.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import type { DraftRequest, Requested } from './draft.contract.ts';
import { draftMessages } from './draft.messages.ts';
import { costOf, draftEntity, grouped, type ProviderName, usual } from './draft.rules.ts';
import { type DraftsSetting, draftsAbout } from './draft.setting.ts';
import { dropDraft, insertRequest, listCandidates, listKnown } from './draft.store.ts';
import { openKey } from './draft-key.service.ts';
import { addUsed, findUsed, lockMonth } from './draft-month.store.ts';
import { adapters } from './provider/send-passage.ts';
import type { Access } from './provider/provider.ts';

/** The chosen provider, and what opens it. */
export interface Chosen {
  name: ProviderName;
  access: Access;
  setting: DraftsSetting;
}

/** The provider that staff have chosen; null if drafts are off. */
export async function findChosen(ctx: Context, config: Kernel['config']): Promise<Chosen | null> {
  const setting = await getSetting(ctx, draftsAbout);
  const { provider: name, url, model } = setting;
  if (name === 'off') return null;
  return { name, setting, access: { url, model, key: await openKey(ctx.db, config, url) } };
}

/** Whether staff have chosen a provider. */
export const isDrafting = async (ctx: Context): Promise<boolean> =>
  (await getSetting(ctx, draftsAbout)).provider !== 'off';

/** The chosen provider; refuses where there is none, or its key lacks. */
export async function getChosen(ctx: Context, config: Kernel['config']): Promise<Chosen> {
  const chosen = await findChosen(ctx, config);
  if (!chosen) throw draftMessages.error(409, 'draft.off');
  if (usual[chosen.name].needsKey && chosen.access.key === undefined) throw draftMessages.error(409, 'draft.no_key');
  return chosen;
}

/** One request to the provider: drafts of one language. */
export interface DraftPiece {
  reqIdx: number;
  drafts: number[];
  caller: Pick<Caller, 'actor' | 'locale' | 'requestId' | 'tab'>;
}

/** Queues the pieces in the transaction of a context. */
export type QueuePieces = (ctx: Context, pieces: readonly DraftPiece[]) => Promise<void>;

/** Requests drafts of what lacks, or with `dry_run` only says what it takes. */
export async function requestDrafts(
  ctx: Context,
  { config }: Pick<Kernel, 'config'>,
  wanted: DraftRequest,
  queue: QueuePieces,
): Promise<Requested> {
  if (wanted.to.includes(wanted.from)) throw draftMessages.errorWith(400, 'draft.same_language', { field: 'to' });
  const known = await listKnown(ctx.db, wanted.ids);
  const missing = wanted.ids.find((id) => !known.has(id));
  if (missing !== undefined) throw draftMessages.error(404, 'draft.record_missing', { id: missing });
  const { name, setting } = await getChosen(ctx, config);
  const month = thisMonth(ctx);
  const { characters_a_month: limit, price, currency } = setting;
  if (!wanted.dry_run) await lockMonth(ctx.db, month);
  const all = await listCandidates(ctx.db, wanted);
  const left = Math.max(limit - (await findUsed(ctx.db, month)), 0);
  const foreseen = all.reduce((sum, one) => sum + one.characters, 0);
  const outcome = (characters: number, drafts: number): Requested => {
    const amount = costOf(characters, price);
    return {
      characters,
      drafts,
      left,
      cost: amount === null ? null : { amount: amountText(amount, currency), currency },
    };
  };
  if (wanted.dry_run || all.length === 0) return outcome(foreseen, all.length);
  const { reqIdx, drafts } = await insertRequest(ctx, wanted, { provider: name, month }, all);
  const characters = drafts.reduce((sum, one) => sum + one.characters, 0);
  if (!(await addUsed(ctx.db, month, characters, limit)))
    throw draftMessages.errorWith(409, 'draft.limit', { details: { left } }, { characters, left });
  const { actor, locale, requestId, tab } = ctx;
  const byLanguage = Map.groupBy(drafts, (one) => one.locale);
  const pieces = [...byLanguage.values()].flatMap((some) => grouped(some, adapters[name].atOnce));
  await queue(
    ctx,
    pieces.map((some) => ({
      reqIdx,
      drafts: some.map((one) => one.draft_idx),
      caller: { actor, locale, requestId, tab },
    })),
  );
  const after = { provider: name, drafts: drafts.length, characters, languages: wanted.to.join(', ') };
  ctx.audit({ entity: draftEntity, id: reqIdx, action: 'draft.requested', after });
  ctx.changed(draftEntity, reqIdx);
  return outcome(characters, drafts.length);
}

/** Drops a draft that nobody wants. */
export async function removeDraft(ctx: Context, draftIdx: number): Promise<void> {
  const dropped = await dropDraft(ctx, draftIdx);
  if (!dropped) throw draftMessages.error(404, 'draft.not_found');
  const { req_idx, kind: entity, id, locale, field } = dropped;
  ctx.audit({
    entity: draftEntity,
    id: req_idx,
    action: 'draft.dropped',
    before: { locale, field },
    of: { entity, id },
  });
  ctx.changed(draftEntity, req_idx);
}
