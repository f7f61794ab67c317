import type { ShownAct } from '#kernel/records/record-parts.ts';
import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Note } from '#ui/kit/note.tsx';
import { AwaitsApproval } from '#ui/record/awaits-approval.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { ReleaseState } from '../parts/release-state.tsx';
import { useWhen } from '../parts/use-when.ts';
import type { ReleaseChange, ReleaseRow } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { isOpen, releaseHref } from '../release.rules.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { ReleaseActs } from './release-acts.tsx';
import { ReleaseChanges, type ShownKind } from './release-changes.tsx';
import type { Effects } from './release-effects.read.ts';
import { ReleaseTime } from './release-time.tsx';

interface ReleaseRecordProps {
  release: ReleaseRow & { changes: ReleaseChange[] };
  /** The kinds of changes, with their names. */
  kinds: ShownKind[];
  /** Null once it is over. */
  effects: Effects | null;
  /** What other features offer to do with it. */
  offered: readonly ShownAct[];
  /** The person puts changes into this one. */
  isCurrent: boolean;
}

/** A release: what needs a decision, what it changes, and what readers will see. */
export default function ReleaseRecord({ release, kinds, effects, offered, isCurrent }: ReleaseRecordProps) {
  const t = useT<ReleaseWords>();
  const { rel_idx, name, status, problem, changes } = release;
  const undecided = changes.filter(({ conflict }) => conflict !== null);
  return (
    <>
      <RecordBar crumbs={[{ label: t('release.heading'), href: '/release' }]} steps={null} hrefOf={releaseHref} />
      <RecordHero
        state={<ReleaseState status={status} />}
        title={name}
        line={useSummary(release, undecided.length)}
        facts={useFacts(release)}
        acts={<ReleaseActs release={release} toDecide={undecided.length} offered={offered} isCurrent={isCurrent} />}
        found={{ detail: '', href: releaseHref(rel_idx), kind: t('release.kind'), icon: 'release' }}
      />
      {status === 'failed' && problem !== null && (
        <Note tone="problem">
          <p>{problem}</p>
        </Note>
      )}
      <AwaitsApproval apprIdx={release.awaits} />
      <Split side={320}>
        <div>
          {undecided.map((change) => (
            <ConflictPanel key={`${change.chg_idx} ${change.version}`} relIdx={rel_idx} change={change} />
          ))}
          <ReleaseChanges release={release} kinds={kinds} />
        </div>
        {effects && <Aside effects={effects} />}
      </Split>
    </>
  );
}

function useSummary({ changes, count }: ReleaseRecordProps['release'], toDecide: number): string {
  const t = useT<ReleaseWords>();
  const names = [...new Set(changes.flatMap(({ put_by: by }) => by ?? []))];
  return [
    t('release.changes', { count }),
    ...(names.length > 0 ? [names.join(', ')] : []),
    ...(toDecide > 0 ? [t('release.to_decide', { count: toDecide })] : []),
  ].join(' · ');
}

function useFacts(release: ReleaseRow) {
  const { apply_at, zone, status, ended_at, created_by, undone } = release;
  const t = useT<ReleaseWords>();
  const when = useWhen();
  const at = (seconds: number) => when({ apply_at: seconds, zone });
  return [
    {
      label: t('release.field_apply_at'),
      value: apply_at > 0 || isOpen(status) ? <ReleaseTime release={release} /> : null,
    },
    { label: t('release.status_applied'), value: status === 'applied' ? at(ended_at) : null },
    {
      label: t('undo.undo'),
      value: undone && t('release.undone_by', { name: undone.actor ?? '', time: at(undone.at) }),
    },
    { label: t('release.field_created'), value: created_by },
  ];
}

function Aside({ effects: { readers, lacking } }: { effects: Effects }) {
  const t = useT<ReleaseWords>();
  return (
    <aside>
      <Card>
        <h2>{t('release.effects')}</h2>
        <ul>
          {readers.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Card>
      {lacking.length > 0 && (
        <Card>
          <h2>{t('release.ready')}</h2>
          <ul>
            {lacking.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Card>
      )}
      <Text tone="soft" size="small" below={20}>
        {t('release.if_not')}
      </Text>
    </aside>
  );
}
