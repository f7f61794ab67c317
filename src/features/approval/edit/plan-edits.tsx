import { AuditChanges } from '#features/audit/audit.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Frame, SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ApprovalChange, PlanEdits, RefusedPart } from '../approval.contract.ts';
import type { ApprovalWords } from '../approval.messages.ts';

/** What a person has edited of what was proposed: what is left out, and from which value to which. */
export function EditsPart({ of: { by, at, left, edited } }: { of: PlanEdits }) {
  const t = useT<ApprovalWords>();
  const format = useFormat();
  return (
    <Stack gap={10} above={16} below={14}>
      <SectionHead title={t('approval.edits')} note={t('approval.edits_by', { name: by, time: format.dateTime(at) })} />
      {edited.map((change, index) => (
        <Part key={`${index} ${change.id}`} of={change} />
      ))}
      {left.map((change, index) => (
        <Part key={`${index} ${change.id}`} of={change} isLeft />
      ))}
    </Stack>
  );
}

function Part({ of: { kind, title, action, fields, more, reason }, isLeft }: { of: ApprovalChange; isLeft?: true }) {
  const t = useT<ApprovalWords>();
  return (
    <Frame pad="12px 16px">
      <Stack gap={4}>
        <Text>
          {kind} {title} · <b>{isLeft ? t('approval.left_out') : action}</b>
        </Text>
        <AuditChanges entry={{ changes: fields, more, reason }} />
      </Stack>
    </Frame>
  );
}

/** What the call of a plan would leave as it is, and why; nothing if it leaves nothing. */
export function RefusedSection({ of: refused }: { of: readonly RefusedPart[] }) {
  const t = useT<ApprovalWords>();
  const format = useFormat();
  if (refused.length === 0) return null;
  return (
    <Stack gap={6} above={16} below={14}>
      <SectionHead title={t('approval.refused')} note={t('approval.refused_note')} />
      <Frame as="ul" pad="10px 16px">
        {refused.map(({ reason, count }) => (
          <Text as="li" key={reason}>
            <b>{format.number(count)}</b> {reason}
          </Text>
        ))}
      </Frame>
    </Stack>
  );
}
