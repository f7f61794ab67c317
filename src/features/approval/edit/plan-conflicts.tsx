import { AuditDifference } from '#features/audit/audit.public.tsx';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Marked, Text } from '#ui/kit/text.tsx';
import type { approvalApi, EditableChange, PlanConflict } from '../approval.contract.ts';
import type { ApprovalWords } from '../approval.messages.ts';
import { editsIn, withoutLeft } from './edits-in.rules.ts';

const call = client<typeof approvalApi>();

interface PlanConflictsProps {
  appr_idx: number;
  version: number;
  editable: readonly EditableChange[];
  conflicts: readonly PlanConflict[];
}

/** The fields that have two values: what somebody has set since, which can stay, and what was proposed. */
export function PlanConflicts({ appr_idx: idx, version, editable, conflicts }: PlanConflictsProps) {
  const t = useT<ApprovalWords>();
  const format = useFormat();
  const run = useAct();
  const leave = async (left: NonNullable<PlanConflict['leave']>) => {
    const body = { version, ...editsIn(withoutLeft(editable, left)) };
    await call('PUT /api/v1/approval/:appr_idx', { params: { appr_idx: idx }, body });
    reloadWith(t('approval.edited'));
  };
  return (
    <Stack gap={10} below={14}>
      {conflicts.map(({ kind, title, href, field, by, at, leave: left }, index) => (
        <Frame key={`${index} ${field.field}`} pad="12px 16px">
          <Stack gap={6}>
            <h2>{t('approval.two_values', { title: title ?? kind, field: field.field })}</h2>
            <Marked>
              <Text typed>
                <AuditDifference of={field} />
              </Text>
            </Marked>
            <Text tone="soft">{t('approval.conflict', { name: by, time: format.dateTime(at) })}</Text>
            <Inline gap="8px 14px">
              {left && (
                <Button onClick={() => run(() => leave(left), t('approval.not_saved'))}>
                  {t('approval.keep_now')}
                </Button>
              )}
              {href !== null && <a href={href}>{t('approval.open_record')}</a>}
            </Inline>
          </Stack>
        </Frame>
      ))}
    </Stack>
  );
}
