import { Card } from '#ui/kit/card.tsx';
import { useId } from 'react';
import type { CollectionHead } from '#features/collection/collection-page.public.ts';
import { CollectionPage } from '#features/collection/collection-page.public.tsx';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import type { VersionRow } from '#kernel/records/versions.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Pager } from '#ui/table/pager.tsx';
import type { Comparison } from './comparison.read.ts';
import { ComparisonView } from './comparison.tsx';
import { useSummary } from './use-summary.ts';
import type { VersionWords } from './version.messages.ts';
import { RestoreButton, VersionsPanel, type VersionsPanelData } from './versions-panel.tsx';

/** Two versions and what differs between them. */
export interface ComparedVersions {
  from: VersionRow;
  to: VersionRow;
  comparison: Comparison;
  /** How many contents a page shows. */
  size: number;
}

interface VersionCompareProps {
  head: CollectionHead;
  versions: VersionsPanelData;
  /** What other features offer to do with the versions. */
  acts: ShownParts['acts'];
  /** The versions to choose from, newest first. */
  choices: VersionRow[];
  /** Null while there is only one version. */
  compared: ComparedVersions | null;
  /** The newest version, if it restored another one. */
  restored: { number: number; restores: number | null } | null;
}

/** The versions of a collection: compare any two, restore any one. */
export default function VersionCompare({ head, versions, acts, choices, compared, restored }: VersionCompareProps) {
  const t = useT<VersionWords>();
  const { collection } = head;
  const { cid } = collection;
  return (
    <CollectionPage head={head} tab="versions">
      {restored && <RestoredNote {...restored} />}
      {compared ? (
        <Card gap={16} aria-label={t('version.compare')}>
          <h2>{t('version.compare')}</h2>
          <Chooser cid={cid} compared={compared} choices={choices} />
          <ComparisonView
            of={compared.comparison}
            same={t('version.compare_same')}
            pager={<ContentsPager cid={cid} compared={compared} />}
          />
          <Inline tight>
            {[compared.from, compared.to]
              .filter(({ ver_idx }) => ver_idx !== versions.newest)
              .map(({ ver_idx, number }) => (
                <RestoreButton key={ver_idx} cid={cid} verIdx={ver_idx} number={number} isNamed />
              ))}
          </Inline>
        </Card>
      ) : (
        <EmptyState text={t('version.compare_only')} />
      )}
      <VersionsPanel cid={cid} versions={versions} acts={acts} />
    </CollectionPage>
  );
}

/** Says that the newest version restored an older one. */
function RestoredNote({ number, restores }: NonNullable<VersionCompareProps['restored']>) {
  const t = useT<VersionWords>();
  return (
    <Note tone="done">
      <p>{t('version.restore_note', { number: String(number), restored: String(restores) })}</p>
    </Note>
  );
}

/** Chooses both versions, with a form that works without script. */
function Chooser({ cid, compared, choices }: { cid: string; compared: ComparedVersions; choices: VersionRow[] }) {
  const t = useT<VersionWords>();
  const format = useFormat();
  const summaryOf = useSummary();
  const nameOf = (row: VersionRow) =>
    `#${row.number} · ${format.dateTime(row.at)} · ${row.actor ?? t('actor.system')} · ${summaryOf(row)}`;
  const id = useId();
  const select = (name: 'from' | 'to', label: string) => (
    // Remounted for other versions.
    <Stack key={`${name} ${compared[name].ver_idx}`} grow={260}>
      <Select
        id={`${id}${name}`}
        label={label}
        name={name}
        defaultValue={compared[name].ver_idx}
        options={choices.map((row) => ({ value: String(row.ver_idx), label: nameOf(row) }))}
      />
    </Stack>
  );
  return (
    <Inline as="form" low gap={10} method="get" action={`/collection/${cid}/versions`}>
      {select('from', t('version.compare_from'))}
      {select('to', t('version.compare_to'))}
      <Button type="submit">{t('version.compare')}</Button>
    </Inline>
  );
}

function ContentsPager({ cid, compared: { from, to, comparison, size } }: { cid: string; compared: ComparedVersions }) {
  const { added, removed, page } = comparison.contents;
  if (added + removed <= size) return null;
  return (
    <Pager
      path={`/collection/${cid}/versions`}
      query={{ from: from.ver_idx, to: to.ver_idx }}
      page={page}
      total={added + removed}
      size={size}
      limit={Number.MAX_SAFE_INTEGER}
    />
  );
}
