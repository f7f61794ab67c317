import { useState } from 'react';
import { openFragment } from '#client/dialogs.ts';
import { Icon, isIcon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { type MenuItem, RowMenu } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ReleaseChange, ReleaseRow } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { isOpen } from '../release.rules.ts';
import { ChangedRows } from './changed-rows.tsx';
import { ChangedSounds, ChangedValue } from './changed-value.tsx';
import { previewHref } from './previewed.rules.ts';
import styles from './release-record.module.css';
import { useTakeOut } from './use-take-out.ts';

/** A kind of change, with its name. */
export interface ShownKind {
  kind: string;
  label: string;
  icon: string;
}

interface ReleaseChangesProps {
  release: ReleaseRow & { changes: ReleaseChange[] };
  kinds: readonly ShownKind[];
}

// Of a kind; the others are shown when asked for.
const shownFirst = 10;

/** The changes of a release by kind, each with what it was and what it will be. */
export function ReleaseChanges({ release, kinds }: ReleaseChangesProps) {
  const t = useT<ReleaseWords>();
  const { changes } = release;
  if (changes.length === 0) return <HowToBegin />;
  return (
    <Card>
      <h2>{t('release.field_count')}</h2>
      {kinds.map((kind) => {
        const own = changes.filter((change) => change.kind === kind.kind);
        return own.length > 0 && <Group key={kind.kind} release={release} kind={kind} changes={own} />;
      })}
    </Card>
  );
}

interface GroupProps extends Pick<ReleaseChangesProps, 'release'> {
  kind: ShownKind;
  changes: readonly ReleaseChange[];
}

function Group({ release, kind, changes }: GroupProps) {
  const t = useT<ReleaseWords>();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const takeOut = useTakeOut(release.rel_idx);
  const shown = isWhole ? changes : changes.slice(0, shownFirst);
  return (
    <>
      <Inline tight above={16} below={4}>
        {isIcon(kind.icon) && <Icon name={kind.icon} />}
        <h3>{kind.label}</h3>
        <small>{format.number(changes.length)}</small>
      </Inline>
      <Stack as="ul" gap={0} ruled="all">
        {shown.map((change) => (
          <Inline
            as="li"
            key={change.chg_idx}
            data-key={`change ${change.chg_idx}`}
            baseline
            gap="4px 14px"
            pad="8px 0"
          >
            <Inline as="span" grow={120} breaks>
              <Title change={change} />
            </Inline>
            <Fields change={change} />
            <Text as="span" tone="soft" size="fine">
              {t('release.put_by', { name: change.put_by ?? '', time: format.dateTime(change.put_at) })}
            </Text>
            {isOpen(release.status) && (
              <RowMenu
                label={`${t('common.more')}: ${change.title}`}
                items={[
                  ...previewOf(release.rel_idx, change, t('release.see')),
                  { label: t('release.take_out'), act: () => takeOut(change.chg_idx) },
                ]}
              />
            )}
          </Inline>
        ))}
      </Stack>
      {shown.length < changes.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('release.show_all', { count: changes.length })}
        </Button>
      )}
    </>
  );
}

function Title({ change: { href, title, is_new } }: { change: ReleaseChange }) {
  const t = useT<ReleaseWords>();
  const named = is_new ? t('release.adds', { title }) : title;
  return href === null ? <span>{named}</span> : <a href={href}>{named}</a>;
}

/** The preview of a record as it will be in the release, which opens over this page; none of what readers do not see. */
function previewOf(relIdx: number, change: ReleaseChange, label: string): MenuItem[] {
  const href = previewHref(relIdx, change);
  return href === null ? [] : [{ label, href, act: () => void openFragment(href) }];
}

function Fields({ change: { fields } }: { change: ReleaseChange }) {
  const t = useT<ReleaseWords>();
  const differing = fields.filter(({ differs }) => differs);
  if (differing.length === 0)
    return (
      <Inline as="span" tone="soft" grow={200}>
        {t('release.same')}
      </Inline>
    );
  return (
    <Inline even grow={200} breaks gap="2px 12px" className={styles.fields}>
      {differing.map((one) => (
        <div key={`${one.field} ${one.label} ${one.before} ${one.after}`}>
          {one.label}{' '}
          {one.before !== '' && (
            <>
              <del>
                <ChangedValue of={one} side="before" nothing="" />
              </del>{' '}
              →{' '}
            </>
          )}
          <Text as="ins" strong>
            <ChangedValue of={one} side="after" nothing={t('release.nothing')} />
          </Text>
          <ChangedSounds of={one} labels={{ before: t('release.side_before'), after: t('release.side_after') }} />
          {one.table && <ChangedRows of={one.table} label={one.label} />}
        </div>
      ))}
    </Inline>
  );
}

/** The ways to put something into a release that is empty. */
function HowToBegin() {
  const t = useT<ReleaseWords>();
  return (
    <Stack below={20}>
      <EmptyState text={t('release.empty')}>
        <ButtonLink href="/book">{t('release.how_books')}</ButtonLink>
        <ButtonLink href="/collection">{t('release.how_collection')}</ButtonLink>
        <ButtonLink href="/book?sort=updated">{t('release.how_book')}</ButtonLink>
      </EmptyState>
    </Stack>
  );
}
