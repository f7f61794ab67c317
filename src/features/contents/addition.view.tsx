import { useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { finishFragment, notify } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import type { collectionApi } from '#features/collection/collection.public.ts';
import type { BookFilter } from '#features/library/book-search.public.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { RecordPicker } from '#ui/kit/record-picker.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { contentsApi } from './contents.contract.ts';
import type { ContentsWords } from './contents.messages.ts';
import { needsReason } from './contents.rules.ts';
import { useImpact } from './use-impact.ts';
import { type RecentCollection, rememberAddition, useLastAdditions } from './use-last-additions.ts';

const call = client<typeof contentsApi & typeof collectionApi>();

/** What is added: a series, a book, or the books selected in the list with this filter. */
type Added =
  | { type: 'series'; id: number; title: string }
  | { type: 'book'; bid: string; title: string }
  | { type: 'books'; filter: BookFilter };

interface AdditionProps {
  added: Added;
  /** The collection that is being filled in manage mode. */
  managed: string | null;
}

/** The dialog that adds to a collection from anywhere: one used lately, or another; it shows the effect first. */
export default function Addition({ added, managed }: AdditionProps) {
  const t = useT<ContentsWords>();
  const what = useAdded(added);
  const last = useLastAdditions();
  const [taken, setChosen] = useState<RecentCollection | null>();
  // Whoever fills a collection goes on with it.
  const chosen = taken === undefined ? (last.collections[0] ?? null) : taken;
  const [typed, setReason] = useState<string | null>(null);
  const reason = typed ?? last.reason;
  const type = added.type === 'series' ? 'series' : 'book';
  const isReasonNeeded = needsReason({ act: 'add', types: [type], isManaging: chosen?.cid === managed });
  const work = useBulkWork();
  const name = 'title' in added ? added.title : undefined;
  const { foreseen, renew } = useImpact({ what, chosen, name });
  const submission = useSubmit(async () => {
    if (!chosen || !foreseen) return;
    const params = { cid: chosen.cid };
    // The figures belong to this version: if there is a newer one, they are shown anew before anything is added.
    const body = { ...what, version: foreseen.version, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    const add = async () => (await call('PUT /api/v5/collection/:cid/contents', { params, body })).results;
    const done = await work.run(add).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 409) renew();
      throw error;
    });
    rememberAddition(chosen, reason.trim());
    await finishFragment(done);
    void notify({
      message: t('contents.added_to', { count: done.changed, title: chosen.title }),
      undo: done.act_idx ?? undefined,
    });
    void showOwnAct({ kind: 'collection', id: chosen.cid });
  });
  const picked: Choice[] = chosen ? [{ value: chosen.cid, label: chosen.title }] : [];
  return (
    <DialogForm
      of={submission}
      heading={name === undefined ? t('collection.add_to') : `${t('collection.add_to')}: ${name}`}
      failed={t('contents.add_failed')}
      submit={t('common.add')}
      disabled={!foreseen?.adds || (isReasonNeeded && reason.trim() === '')}
    >
      {last.collections.length > 0 && (
        <Inline gap={6} role="group" aria-label={t('contents.add_recent')}>
          <Text as="span" tone="soft" size="small" aria-hidden="true">
            {t('contents.add_recent')}
          </Text>
          {last.collections.map((one) => (
            <Button key={one.cid} aria-pressed={one.cid === chosen?.cid} onClick={() => setChosen(one)}>
              {one.title}
            </Button>
          ))}
        </Inline>
      )}
      <RecordPicker
        label={t('collection.kind')}
        name="cid"
        value={picked}
        onChange={([one]) => setChosen(one ? { cid: one.value, title: one.label } : null)}
        find={findCollections}
        max={1}
        required
      />
      <Input
        label={t('confirm.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={1000}
        autoComplete="off"
        required={isReasonNeeded}
      />
      <div role="status">
        {foreseen && (
          <>
            <p>{foreseen.line}</p>
            <ul>
              {foreseen.figures.map((figure) => (
                <li key={figure}>{figure}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {work.running && <WorkProgress of={work} />}
    </DialogForm>
  );
}

/** The additions as the body of the call. */
function useAdded(added: Added) {
  const selection = useListSelection('/book', added.type === 'books' ? added.filter : {}, 0);
  if (added.type === 'series') return { add: [{ content_type: 'series' as const, content_idx: added.id }] };
  if (added.type === 'book') return { add_books: { ids: [added.bid] } };
  return { add_books: selection.over(added.filter) };
}

async function findCollections(search: string): Promise<Choice[]> {
  const { results } = await call('GET /api/v1/collection', { query: { search } });
  return results.collections.map(({ cid, title }) => ({ value: cid, label: title }));
}
