import { useFormat, useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ApprovalItem } from './approval.contract.ts';
import type { ApprovalWords } from './approval.messages.ts';

/** Where a plan stands: planned, approved, applied; or how it ended instead. */
export function ApprovalSteps(props: ApprovalItem) {
  const { created_at, created_by, decided_at, decided_by, message, assistant, needs } = props;
  // With a reason, nobody else approved what waits for its time.
  const status = props.status === 'approved' && message !== null ? 'overridden' : props.status;
  const t = useT<ApprovalWords>();
  const format = useFormat();
  const decided = { name: decided_by ?? '', time: format.dateTime(decided_at) };
  if (status !== 'waiting' && status !== 'approved' && status !== 'applied')
    return (
      <Note tone="warn" title={t(`approval.status_${status}`, decided)}>
        {message}
      </Note>
    );
  const isApproved = status !== 'waiting';
  return (
    <Grid as="ol" least={220} gap="0 14px" even filled>
      <Step title={t('approval.step_planned')} isDone>
        {created_by}, {format.dateTime(created_at)}
      </Step>
      <Step
        title={t(assistant !== null && needs === null ? 'approval.step_person' : 'approval.step_approved')}
        isDone={isApproved}
      >
        {isApproved ? t(`approval.status_${status}`, decided) : t('approval.status_waiting')}
      </Step>
      <Step title={t('approval.step_applied')} isDone={status === 'applied'}>
        {t('approval.step_at_once')}
      </Step>
    </Grid>
  );
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: React.ReactNode }) {
  return (
    <Card as="li">
      <Stack gap={2}>
        <Text as="strong" tone={isDone ? 'done' : undefined}>
          {isDone ? '✓ ' : ''}
          {title}
        </Text>
        <Text tone="soft" size="small">
          {children}
        </Text>
      </Stack>
    </Card>
  );
}
