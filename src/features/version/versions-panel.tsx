import { CardHead } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { leaveWith, notify, openFragment } from '#client/dialogs.ts';
import { actIn } from '#client/made.ts';
import type { Page } from '#kernel/db/paging.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import type { VersionRow } from '#kernel/records/versions.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { useSummary } from './use-summary.ts';
import type { VersionWords } from './version.messages.ts';
import type { versionsApi } from './versions.contract.ts';
import styles from './versions.module.css';

const call = client<typeof versionsApi>();

/** The first page of the versions of a collection. */
export interface VersionsPanelData extends Page<VersionRow> {
  size: number;
  /** The newest version, which cannot be restored; null if there is none yet. */
  newest: number | null;
}

interface VersionsPanelProps {
  cid: string;
  versions: VersionsPanelData;
  /** What other features offer to do with them. */
  acts: ShownParts['acts'];
}

/** The versions of a collection, newest first: the changes of each, its memo, and its actions. */
export function VersionsPanel({ cid, versions: initial, acts }: VersionsPanelProps) {
  const t = useT<VersionWords>();
  const act = useAct();
  const [shown, setShown] = useState(initial);
  const { rows, total, page, size } = shown;
  const turn = (to: number) =>
    act(async () => {
      const query = { page: to, size };
      const answer = await call('GET /api/v5/collection/:cid/version', { params: { cid }, query });
      setShown({ ...shown, rows: answer.results, total: answer.total, page: to });
    }, t('version.failed'));
  const changeMemo = async (version: VersionRow) => {
    const result = savedMemo(await openFragment(`/collection/version/${version.ver_idx}`));
    if (!result) return;
    const { act: did, ...saved } = result;
    setShown((now) => ({
      ...now,
      rows: now.rows.map((row) => (row.ver_idx === version.ver_idx ? { ...row, ...saved } : row)),
    }));
    void notify({ message: t('version.memo_saved'), undo: did, undone: () => turn(page) });
  };
  return (
    <section>
      <CardHead>
        <h2>{t('collection.versions')}</h2>
        <RecordPartActs acts={acts} />
        {total > size && (
          <Inline as="nav" whole gap={4} tone="soft" aria-label={t('table.pages')}>
            <Button variant="quiet" disabled={page === 1} onClick={() => turn(page - 1)}>
              {t('version.newer')}
            </Button>
            <Text as="span" number aria-live="polite">
              {t('version.range', { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}
            </Text>
            <Button variant="quiet" disabled={page * size >= total} onClick={() => turn(page + 1)}>
              {t('version.older')}
            </Button>
          </Inline>
        )}
      </CardHead>
      <DataTable
        caption={t('collection.versions')}
        columns={useColumns(cid, initial.newest, (version) => void changeMemo(version))}
        rows={rows}
        keyOf={(row) => row.ver_idx}
        path=""
        query={{}}
      />
    </section>
  );
}

function useColumns(
  cid: string,
  newest: number | null,
  changeMemo: (version: VersionRow) => void,
): Column<VersionRow>[] {
  const t = useT<VersionWords>();
  const format = useFormat();
  const summaryOf = useSummary();
  return [
    {
      key: 'what',
      label: t('version.what'),
      align: 'lead',
      render: (row) => (
        <Inline whole baseline gap={10}>
          <Text as="code" mono tone="soft" size="fine" className={styles.number}>
            #{row.number}
          </Text>
          <Stack as="span" gap={0}>
            {summaryOf(row)}
            {row.reason !== null && (
              <Text as="small" breaks>
                {t('version.reason', { reason: row.reason })}
              </Text>
            )}
          </Stack>
        </Inline>
      ),
    },
    { key: 'when', label: t('version.when'), align: 'nowrap', render: ({ at }) => format.dateTime(at) },
    {
      key: 'who',
      label: t('version.who'),
      align: 'nowrap',
      render: ({ actor }) => actor ?? t('actor.system'),
    },
    {
      key: 'memo',
      label: t('version.memo'),
      align: 'cut',
      render: (row) => (
        <Text
          as="a"
          tone="done"
          href={`/collection/version/${row.ver_idx}`}
          title={row.memo}
          aria-label={`${row.memo === '' ? t('version.memo_add') : row.memo} (${t('version.memo_of', { number: String(row.number) })})`}
          onClick={(event) => {
            event.preventDefault();
            changeMemo(row);
          }}
        >
          {row.memo === '' ? t('version.memo_add') : row.memo}
        </Text>
      ),
    },
    {
      key: 'acts',
      label: t('common.actions'),
      align: 'actions',
      render: ({ ver_idx, number }) => (
        <>
          <ButtonLink
            variant="quiet"
            href={`/collection/${cid}/versions?to=${ver_idx}`}
            aria-label={`${t('version.compare')}: ${t('version.numbered', { number: String(number) })}`}
          >
            {t('version.compare')}
          </ButtonLink>
          {ver_idx !== newest && <RestoreButton cid={cid} verIdx={ver_idx} number={number} />}
        </>
      ),
    },
  ];
}

interface RestoreButtonProps {
  cid: string;
  verIdx: number;
  number: number;
  /** Names the version on the button, for use where no version is shown beside it. */
  isNamed?: boolean;
}

/** Opens the dialog that shows what restoring a version would change; afterwards goes to the versions page. */
export function RestoreButton({ cid, verIdx, number, isNamed = false }: RestoreButtonProps) {
  const t = useT<VersionWords>();
  const href = `/collection/${cid}/versions/${verIdx}/restore`;
  const name = t('version.restore_version', { number: String(number) });
  const restore = async () => {
    const done = await openFragment(href);
    if (!done) return;
    const message = t('version.restore_done', { number: String(number) });
    leaveWith(message, `/collection/${cid}/versions`, actIn(done));
  };
  return (
    <ButtonLink
      variant={isNamed ? 'default' : 'quiet'}
      href={href}
      aria-label={isNamed ? undefined : `${t('version.restore')}: ${t('version.numbered', { number: String(number) })}`}
      onClick={(event) => {
        event.preventDefault();
        void restore();
      }}
    >
      {isNamed ? name : t('version.restore')}
    </ButtonLink>
  );
}

/** The result of the memo dialog. */
function savedMemo(result: unknown): (Pick<VersionRow, 'memo' | 'memo_version'> & { act: number | undefined }) | null {
  if (typeof result !== 'object' || result === null || !('memo' in result) || !('version' in result)) return null;
  const act = 'act_idx' in result && typeof result.act_idx === 'number' ? result.act_idx : undefined;
  return { memo: String(result.memo), memo_version: Number(result.version), act };
}
