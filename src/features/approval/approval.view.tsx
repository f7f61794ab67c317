import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, confirmReason, reloadWith } from '#client/dialogs.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card, SectionHead } from '#ui/kit/card.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { RecordSteps } from '#ui/page/record-steps.ts';
import { Pager } from '#ui/table/pager.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import type { ApprovalChange, ApprovalFigure, ApprovalItem, approvalApi, EditableChange } from './approval.contract.ts';
import type { PlanConflict, PlanEdits, PlanMeaning, RefusedPart } from './approval.contract.ts';
import type { ApprovalWords } from './approval.messages.ts';
import { ApprovalAside, ProposedAside } from './approval-aside.tsx';
import { MeaningAside } from './meaning-aside.tsx';
import { PlanConflicts } from './edit/plan-conflicts.tsx';
import { PlanEditor } from './edit/plan-editor.tsx';
import { EditsPart, RefusedSection } from './edit/plan-edits.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { ApprovalSteps } from './approval-steps.tsx';

const call = client<typeof approvalApi>();

export interface ApprovalProps extends ApprovalItem {
  /** A page of them. */
  changes: ApprovalChange[];
  /** How many of each kind, if there are several pages. */
  figures: ApprovalFigure[];
  paging: { page: number; size: number; limit: number; total: number };
  /** Null once it is over. */
  meaning: PlanMeaning | null;
  refused: RefusedPart[];
  edits: PlanEdits | null;
  conflicts: PlanConflict[];
  editable: EditableChange[] | null;
  /** The release or scheduled change that is applied at its time. */
  set: { href: string | null } | null;
  /** What other features offer here: its comments. */
  offered: readonly ShownAct[];
  /** Where it stands among the plans that wait for the reader. */
  steps: RecordSteps | null;
  /** The caller has planned it, or a part of it. */
  isOwn: boolean;
  isPlanner: boolean;
  /** How many other administrators there are. */
  others: number;
}

/** A planned act: what it would do, and what its second person decides. */
export default function Approval(props: ApprovalProps) {
  const { kind, title, status, created_at, created_by: name, changed_at, changes, count, set, isOwn } = props;
  const { meaning, refused, edits, editable, figures, paging } = props;
  // Pages are kept until it is decided.
  const isPaged = figures.length > 0 && (status === 'waiting' || status === 'returned');
  const unlisted = count - (isPaged ? paging.total : changes.length);
  const [isEdited, setIsEdited] = useState(false);
  const { assistant, why, needs } = props;
  const t = useT<ApprovalWords>();
  const format = useFormat();
  const rule = t(`approval.rule_${needs ?? kind}`);
  const isWaiting = status === 'waiting';
  const unchanged = isWaiting && changed_at === 0 ? ` · ${t('approval.unchanged')}` : '';
  const note = `${t('approval.changes', { count })}${unchanged}`;
  return (
    <>
      <RecordBar
        crumbs={[{ label: t('approval.second_person'), href: '/approval/second-person' }]}
        steps={props.steps}
        hrefOf={(id) => `/approval/${id}`}
      />
      <PageHead title={assistant === null ? t('approval.heading', { rule, title }) : title}>
        <PlanActs {...props} isEdited={isEdited} onEdit={() => setIsEdited(true)} />
      </PageHead>
      <Text tone="soft" below={12}>
        {assistant === null
          ? t('approval.planned_by', { time: format.dateTime(created_at), name })
          : t('approval.proposed_by', { time: format.dateTime(created_at), name, assistant })}
      </Text>
      <ApprovalSteps {...props} />
      {isWaiting && isOwn && <Note tone="warn">{t('approval.own_note')}</Note>}
      {isWaiting && changed_at > 0 && (
        <Note tone="warn">{t('approval.changed_note', { time: format.dateTime(changed_at) })}</Note>
      )}
      <Split>
        <div>
          {meaning?.rivals.map(({ title: of, name: by, at, href }) => (
            <Note key={`${of} ${href} ${at}`} tone="warn">
              <p>{t('approval.also', { title: of, name: by, time: format.dateTime(at) })}</p>
              {href !== null && <a href={href}>{t('approval.open')}</a>}
            </Note>
          ))}
          {editable && !isEdited && <PlanConflicts {...props} editable={editable} />}
          <SectionHead title={t('approval.the_plan')} note={isEdited ? t('approval.edit_help') : note} />
          {isEdited && editable ? (
            <PlanEditor {...props} of={editable} onCancel={() => setIsEdited(false)} />
          ) : (
            <>
              {figures.length > 0 && (
                <Text below={8}>{figures.map((one) => t('approval.figure', { ...one })).join(' · ')}</Text>
              )}
              <PlanChanges changes={changes} />
              {isPaged && <Pager path={`/approval/${props.appr_idx}`} query={{}} {...paging} isCounted />}
              {unlisted > 0 && (
                <Text tone="soft" above={8}>
                  {t('approval.more', { count: unlisted })}
                </Text>
              )}
              {edits && <EditsPart of={edits} />}
              <RefusedSection of={refused} />
            </>
          )}
        </div>
        <div>
          {meaning && <MeaningAside of={meaning} />}
          {why !== null && <ProposedAside why={why} />}
          {(assistant === null || needs !== null) && (
            <>
              <Card>
                <h2>{t('approval.why')}</h2>
                <Text tone="soft">{t('approval.why_line', { rule })}</Text>
                {set?.href && <a href={set.href}>{t('approval.open_set')}</a>}
              </Card>
              <ApprovalAside others={props.others} />
            </>
          )}
        </div>
      </Split>
    </>
  );
}

interface PlanActsProps extends ApprovalProps {
  isEdited: boolean;
  onEdit: () => void;
}

/** What the reader can decide: nobody approves their own plan. What is rare stands first, in a menu. */
function PlanActs({ isEdited, onEdit, ...props }: PlanActsProps) {
  const { appr_idx, version, status, count, set, isOwn, isPlanner, created_by, assistant, editable } = props;
  const name = assistant ?? created_by;
  const t = useT<ApprovalWords>();
  const run = useAct();
  useDeclaredKeys();
  const params = { appr_idx };
  const failed = t('approval.failed');
  const done = ({
    act_idx,
    goes_on: goesOn = false,
  }: {
    act_idx?: number | undefined;
    goes_on?: boolean | undefined;
  }) => reloadWith(t(set ? 'approval.did_time' : goesOn ? 'approval.did_begin' : 'approval.did'), act_idx);
  const approve = async () => {
    const { results } = await call('POST /api/v1/approval/:appr_idx/approve', { params, body: { version } });
    done(results);
  };
  const sendBack = async () => {
    const question = { title: t('approval.send_back_title', { name }), body: t('approval.send_back_body') };
    const text = await confirmReason({ ...question, agree: t('approval.send_back').replace('…', '') });
    if (text === '') return;
    await call('POST /api/v1/approval/:appr_idx/return', { params, body: { text, version } });
    reloadWith(t('approval.sent_back'));
  };
  const override = async () => {
    const question = { title: t('approval.override_title'), body: t('approval.override_body'), danger: true };
    const reason = await confirmReason({ ...question, agree: t('approval.override').replace('…', '') });
    if (reason === '') return;
    const { results } = await call('POST /api/v1/approval/:appr_idx/override', { params, body: { reason, version } });
    done(results);
  };
  const withdraw = async () => {
    const question = { title: t('approval.withdraw_title'), agree: t('approval.withdraw'), danger: true };
    if (!(await confirm(question))) return;
    await call('DELETE /api/v1/approval/:appr_idx', { params });
    reloadWith(t('approval.withdrew'));
  };
  const offered = <RecordPartActs acts={props.offered} />;
  if (isEdited) return offered;
  if (status === 'returned' && isPlanner && !set)
    return (
      <>
        {offered}
        <Button onClick={() => run(withdraw, failed)}>{t('approval.withdraw')}</Button>
      </>
    );
  if (status !== 'waiting') return offered;
  if (isOwn)
    return (
      <>
        <RowMenu
          label={t('common.more')}
          items={[{ label: t('approval.override'), danger: true, act: () => run(override, failed) }]}
        />
        {offered}
        {isPlanner && !set && <Button onClick={() => run(withdraw, failed)}>{t('approval.withdraw')}</Button>}
      </>
    );
  return (
    <>
      {assistant !== null && isPlanner && (
        <RowMenu
          label={t('common.more')}
          items={[{ label: t('approval.withdraw'), danger: true, act: () => run(withdraw, failed) }]}
        />
      )}
      {offered}
      <Button aria-keyshortcuts="R" onClick={() => run(sendBack, failed)}>
        {t('approval.send_back')}
      </Button>
      {editable?.some(({ can_leave: canLeave, fields }) => canLeave || fields.length > 0) && (
        <Button aria-keyshortcuts="E" onClick={onEdit}>
          {t('approval.edit')}
        </Button>
      )}
      <Button variant="primary" aria-keyshortcuts="A" onClick={() => run(approve, failed)}>
        {assistant !== null || set
          ? t(set ? 'approval.approve_time' : 'approval.apply')
          : t('approval.approve', { count })}
      </Button>
    </>
  );
}
