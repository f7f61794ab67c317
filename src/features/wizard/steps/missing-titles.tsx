import { useState } from 'react';
import type { ImportWords } from '#features/import/import-pages.public.ts';
import type { MixedLevels as MixedLevelsFound, TitleTwins } from '#features/import/import-rules.public.ts';
import { findTwins, mergedTogether, mergeInto, sumMissing, titleKinds } from '#features/import/import-rules.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Tick } from '#ui/rows/tick.tsx';
import { callImport, type ImportOffice } from '../frame/use-import.ts';
import { callTitles, TitleList } from './title-list.tsx';

/** The missing titles, on one expandable line, and the checkbox that has them created with the books. */
export function MissingTitles({ office }: { office: ImportOffice }) {
  const { state, run, busy } = office;
  const t = useT<ImportWords>();
  const [open, setOpen] = useState(false);
  const params = { import_idx: state.import_idx };
  const counts = state.missing_counts;
  const twins = findTwins(state.missing);
  const merge = (merges: ReturnType<typeof mergeInto>[]) =>
    void run(() => callTitles('PUT /api/v1/import/:import_idx/title', { params, body: { merges } }));
  return (
    <Card gap={8} tone={state.create_missing ? undefined : 'warn'}>
      <Inline gap="4px 14px">
        <h2>
          {t('import.missing_heading')}{' '}
          {titleKinds
            .filter((kind) => counts[kind] > 0)
            .map((kind) => t(`import.missing_${kind}`, { count: counts[kind] }))
            .join(', ')}
        </h2>
        <Button variant="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('import.missing_hide') : t('import.missing_show')}
        </Button>
        <Tick
          checked={state.create_missing}
          disabled={busy}
          onSave={(create_missing) =>
            run(() => callImport('PUT /api/v1/import/:import_idx', { params, body: { create_missing } }))
          }
        >
          {t('import.create_missing')}
        </Tick>
      </Inline>
      {state.mixed_levels && <MixedLevels office={office} of={state.mixed_levels} />}
      {twins.length > 0 && <Twins twins={twins} busy={busy} onMerge={merge} />}
      {open && <TitleList importIdx={state.import_idx} version={state.version} total={sumMissing(counts)} />}
    </Card>
  );
}

/** Says that the sheet has levels in another order than that of their numbers, and offers to sort those that are new. */
function MixedLevels({ office: { state, run, busy }, of }: { office: ImportOffice; of: MixedLevelsFound }) {
  const t = useT<ImportWords>();
  const params = { import_idx: state.import_idx };
  const sort = (sort_levels: boolean) =>
    run(() => callImport('PUT /api/v1/import/:import_idx', { params, body: { sort_levels } }));
  return (
    <div>
      <Text strong>
        {of.series}: {t('order.out_of_order', { later: of.later, earlier: of.earlier })}
      </Text>
      <Tick checked={state.sort_levels} disabled={busy} onSave={sort}>
        {t('import.sort_levels')}
      </Tick>
    </div>
  );
}

interface TwinsProps {
  twins: readonly TitleTwins[];
  busy: boolean;
  onMerge: (merges: ReturnType<typeof mergeInto>[]) => void;
}

// The number of groups shown one by one.
const shownTwins = 5;

/** Titles that look alike, with a button for each possible spelling. */
function Twins({ twins, busy, onMerge }: TwinsProps) {
  const t = useT<ImportWords>();
  const [all, setAll] = useState(false);
  // The library's spelling, or the most frequent one.
  const usual = ({ known, spellings }: TitleTwins) => known ?? spellings[0]?.title ?? '';
  return (
    <div>
      <Text strong>
        {t('import.twins', { count: twins.length })}{' '}
        {twins.length > 1 && (
          <Button
            variant="link"
            disabled={busy}
            onClick={() => onMerge(twins.slice(0, mergedTogether).map((one) => mergeInto(one, usual(one))))}
          >
            {t('import.twins_merge_all')}
          </Button>
        )}
      </Text>
      <Stack as="ul" gap={2} above={4}>
        {(all ? twins : twins.slice(0, shownTwins)).map((one) => (
          <Inline as="li" key={`${one.kind} ${one.spellings[0]?.title}`} gap="0 10px">
            <span>{one.spellings.map(({ title, rows }) => t('import.twin_rows', { title, rows })).join(' · ')}</span>
            {one.known !== null ? (
              <Button variant="link" disabled={busy} onClick={() => onMerge([mergeInto(one, one.known ?? '')])}>
                {t('import.twin_known', { title: one.known })}
              </Button>
            ) : (
              one.spellings.map(({ title }) => (
                <Button key={title} variant="link" disabled={busy} onClick={() => onMerge([mergeInto(one, title)])}>
                  {t('import.twin_use', { title })}
                </Button>
              ))
            )}
          </Inline>
        ))}
      </Stack>
      {!all && twins.length > shownTwins && (
        <Button variant="link" onClick={() => setAll(true)}>
          {t('import.missing_more', { count: twins.length - shownTwins })}
        </Button>
      )}
    </div>
  );
}
