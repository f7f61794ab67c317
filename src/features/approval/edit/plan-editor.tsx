import { useState } from 'react';
import { client } from '#client/api.ts';
import { alertMessage, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Input, Textarea } from '#ui/kit/input.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { approvalApi, EditableChange } from '../approval.contract.ts';
import type { ApprovalWords } from '../approval.messages.ts';
import { isPath } from './editable.rules.ts';
import { editsIn } from './edits-in.rules.ts';

const call = client<typeof approvalApi>();

interface PlanEditorProps {
  appr_idx: number;
  version: number;
  of: readonly EditableChange[];
  onCancel: () => void;
}

type Field = EditableChange['fields'][number];

/** Where a person unticks what should not be applied of a proposal, and types other values. */
export function PlanEditor({ appr_idx: idx, version, of: proposed, onCancel }: PlanEditorProps) {
  const t = useT<ApprovalWords>();
  const run = useAct();
  const [changes, setChanges] = useState(proposed);
  const put = (change: EditableChange) =>
    setChanges(changes.map((one) => (one.change === change.change ? change : one)));
  const save = async () => {
    const isLeft = ({ is_left: left, fields }: EditableChange) =>
      left || (fields.length > 0 && fields.every((field) => field.is_left));
    if (changes.every((change) => (change.can_leave || change.fields.length > 0) && isLeft(change)))
      return alertMessage(t('approval.edit_none'));
    const body = { version, ...editsIn(changes) };
    await call('PUT /api/v1/approval/:appr_idx', { params: { appr_idx: idx }, body });
    reloadWith(t('approval.edited'));
  };
  return (
    <Stack gap={10} below={14}>
      {changes.map((change) => (
        <ChangeFields key={change.change} of={change} onChange={put} />
      ))}
      <Acts>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button variant="primary" onClick={() => run(save, t('approval.not_saved'))}>
          {t('approval.show_plan')}
        </Button>
      </Acts>
    </Stack>
  );
}

function ChangeFields({ of: change, onChange }: { of: EditableChange; onChange: (change: EditableChange) => void }) {
  const t = useT<ApprovalWords>();
  const { kind, title, action, can_leave: canLeave, is_left: isLeft, fields } = change;
  const named = `${kind} ${title ?? ''} · ${action}`;
  const put = (field: Field) =>
    onChange({ ...change, fields: fields.map((one) => (isPath(one.path, field.path) ? field : one)) });
  return (
    <Frame pad="12px 16px">
      <Stack gap={8}>
        {canLeave ? (
          <Checkbox
            label={named}
            checked={!isLeft}
            onChange={(event) => onChange({ ...change, is_left: !event.target.checked })}
          />
        ) : (
          <Text>
            {named} {fields.length === 0 && <small>{t('approval.edit_fixed')}</small>}
          </Text>
        )}
        {!isLeft && fields.map((field) => <FieldEdit key={field.path.join(' ')} of={field} onChange={put} />)}
      </Stack>
    </Frame>
  );
}

// Longer texts have several lines.
const oneLine = 80;

function FieldEdit({ of: field, onChange }: { of: Field; onChange: (field: Field) => void }) {
  const { field: name, proposed, value, can_edit: canEdit, can_leave: canLeave, is_left: isLeft } = field;
  const typed = {
    value: String(value ?? ''),
    'aria-label': name,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...field, value: typeof proposed === 'number' ? numberIn(target.value) : target.value }),
  };
  const text = String(proposed ?? '');
  const label = canLeave ? undefined : name;
  return (
    <Stack gap={4}>
      {canLeave && (
        <Checkbox
          label={name}
          checked={!isLeft}
          onChange={(event) => onChange({ ...field, is_left: !event.target.checked })}
        />
      )}
      {canEdit &&
        !isLeft &&
        (text.length > oneLine || text.includes('\n') ? (
          <Textarea {...typed} label={label} rows={4} />
        ) : (
          <Input {...typed} label={label} inputMode={typeof proposed === 'number' ? 'numeric' : undefined} />
        ))}
    </Stack>
  );
}

/** What was typed as a number; as it was typed if it is none, which the call then refuses. */
const numberIn = (text: string): string | number => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);
