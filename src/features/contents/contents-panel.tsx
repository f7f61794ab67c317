import { contentTypes } from '#features/collection/collection.public.tsx';
import { useLock } from '#features/collection/collection-page.public.tsx';
import { mostListText } from '#kernel/text/search-text.rules.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Toolbar, ToolbarSearch } from '#ui/kit/toolbar.tsx';
import { VirtualList } from '#ui/rows/virtual-list.tsx';
import { MissingIds } from '#ui/table/missing-ids.tsx';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import { CandidateSearch } from './candidate-search.tsx';
import { ContentRow } from './content-row.tsx';
import type { ContentsWords } from './contents.messages.ts';
import type { ContentsPanelProps } from './contents-panel.service.ts';
import { type ContentChanges, useContentChanges } from './use-content-changes.ts';
import { type Contents, useContents } from './use-contents.ts';

/** The contents of a collection by type, with the reach of each item, to search, add and remove. */
export function ContentsPanel({ panel, isManaging = false }: { panel: ContentsPanelProps; isManaging?: boolean }) {
  const t = useT<ContentsWords>();
  const contents = useContents(panel);
  const changes = useContentChanges({ ...panel, isManaging }, contents);
  return (
    <>
      <Text tone="soft" below={10} role="status">
        {t('contents.reach', { ...contents.state.counts })}
      </Text>
      <ContentsBody panel={panel} contents={contents} changes={changes} />
    </>
  );
}

interface ContentsBodyProps {
  panel: Pick<ContentsPanelProps, 'cid' | 'cidx'>;
  contents: Contents;
  changes: ContentChanges;
}

/** The contents of a collection, for a panel that also changes them in other ways. */
export function ContentsBody({ panel, contents, changes }: ContentsBodyProps) {
  const { state } = contents;
  const isLocked = state.locked !== null;
  return (
    <Stack gap={0} grow>
      {changes.work.running && (
        <Inline tight below={10}>
          <WorkProgress of={changes.work} />
        </Inline>
      )}
      {isLocked ? (
        <Locked cidx={panel.cidx} cid={panel.cid} state={state} />
      ) : (
        <CandidateSearch cid={panel.cid} state={state} onAdd={changes.add} />
      )}
      <TypeTabs contents={contents} />
      <ContentList contents={contents} onRemove={isLocked ? undefined : changes.remove} />
    </Stack>
  );
}

/** Who locked the collection, with a button to unlock it. */
function Locked({ cidx, cid, state }: { cidx: number; cid: string; state: Contents['state'] }) {
  const t = useT<ContentsWords>();
  const format = useFormat();
  const unlock = useLock({ cidx, cid, lock: true, version: state.version });
  if (!state.locked) return null;
  const { name, at } = state.locked;
  return (
    <Note tone="warn">
      <p>{t('contents.locked_by', { name, time: format.dateTime(at) })}</p>
      <Button onClick={unlock}>{t('collection.unlock')}</Button>
    </Note>
  );
}

function TypeTabs({ contents: { state, shown, show } }: { contents: Contents }) {
  const t = useT<ContentsWords>();
  return (
    <Segment
      label={t('contents.type')}
      value={shown.type}
      onChoose={show}
      below={8}
      options={contentTypes.map((value) => ({
        value,
        label: t(`contents.type_${value}`, { count: state.totals[value] }),
      }))}
    />
  );
}

const rowHeight = 48;
// More items than this get a search; fewer are seen at a glance.
const worthFinding = 8;

interface ContentListProps {
  contents: Contents;
  onRemove: ContentChanges['remove'] | undefined;
}

function ContentList({ contents: { state, shown, total, missing, find, rowAt, onRange }, onRemove }: ContentListProps) {
  const t = useT<ContentsWords>();
  const all = state.totals[shown.type];
  if (all === 0)
    return (
      <Text tone="soft" below={8} above={4}>
        {t('contents.none')}
      </Text>
    );
  return (
    <>
      {all > worthFinding && (
        <Toolbar>
          <ToolbarSearch
            label={t('contents.find')}
            value={shown.search}
            onChange={(event) => find(event.currentTarget.value)}
            maxLength={mostListText}
            autoComplete="off"
          />
        </Toolbar>
      )}
      {shown.search.trim() !== '' && (
        <Text tone="soft" below={8} above={4} role="status">
          {t('contents.found', { count: total })}
        </Text>
      )}
      <MissingIds ids={missing} />
      <VirtualList
        // A new list starts from the top; one whose length changes keeps its position.
        key={`${shown.type} ${shown.search}`}
        label={t(`contents.type_${shown.type}`, { count: total })}
        count={total}
        rowHeight={rowHeight}
        onRange={onRange}
        render={(index) => {
          const row = rowAt(index);
          return row ? <ContentRow row={row} {...(onRemove && { onRemove })} /> : null;
        }}
      />
    </>
  );
}
