import { useCallback, useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import type { TextField } from '#features/collection/collection.public.ts';
import { languageTag, type Locale } from '#kernel/messages/locale.ts';
import { moneyText } from '#kernel/text/money.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { draftApi, ShownDraft } from '../draft.contract.ts';
import type { DraftWords } from '../draft.messages.ts';
import type { DraftOf } from '../draft.rules.ts';

const call = client<typeof draftApi>();

// While a provider works. Milliseconds.
const pollMs = 1000;

interface MachineDraftsOptions {
  /** Whether a provider is chosen; without one nothing is fetched or offered. */
  isOn: boolean;
  /** The collections in sight. */
  ids: readonly string[];
  field: TextField;
}

/** The machine's drafts of one text of collections, and how more are requested. The desk goes on without them if that fails. */
export function useMachineDrafts({ isOn, ids, field }: MachineDraftsOptions) {
  const t = useT<DraftWords>();
  const act = useAct();
  const { arrival, locale: language } = useInterface();
  const [found, setFound] = useState<readonly ShownDraft[]>([]);
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((now) => now + 1), []);
  const wanted = isOn ? ids.join(',') : '';
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      const query = { kind: 'collection', ids: wanted, field } as const;
      const { results } = await call('GET /api/v1/draft', { query, signal }).catch(() => ({ results: [] }));
      if (signal.aborted) return;
      setFound(results);
      if (results.some(({ state }) => state === 'running')) timer = setTimeout(() => void load(), pollMs);
    };
    if (wanted !== '') void load();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [wanted, field, arrival.number, turn]);

  const shown = found.filter((one) => isOn && one.field === field && ids.includes(one.id));
  return {
    isOn,
    all: shown,
    of: ({ id, locale, field: of }: DraftOf): ShownDraft | undefined =>
      shown.find((one) => one.id === id && one.locale === locale && one.field === of),
    /** Says what it takes, and requests what lacks once the person agrees. */
    request: (some: readonly string[], to: readonly Locale[]) =>
      act(async () => {
        const body = { kind: 'collection' as const, ids: [...some], to: [...to], fields: [field] };
        const { results } = await call('POST /api/v1/draft', { body: { ...body, dry_run: true } });
        if (results.drafts === 0) return void notify({ message: t('draft.nothing') });
        const { characters, cost, drafts: count, left } = results;
        const money = cost && moneyText(languageTag(language), cost.amount, cost.currency);
        const agreed = await confirm({
          title: t('draft.request_title', { count }),
          body: t('draft.setting_help'),
          figures: [
            t('draft.characters', { count: characters }),
            ...(money ? [money] : []),
            t('draft.left', { count: left }),
          ],
          agree: t('draft.request'),
        });
        if (!agreed) return;
        await call('POST /api/v1/draft', { body });
        reload();
      }, t('draft.request_failed')),
    drop: ({ draft_idx }: ShownDraft) =>
      act(async () => {
        await call('DELETE /api/v1/draft/:draft_idx', { params: { draft_idx } }).finally(reload);
      }, t('draft.drop_failed')),
  };
}

export type MachineDrafts = ReturnType<typeof useMachineDrafts>;
