import { useId } from 'react';
import { confirm, notify, reloadWith } from '#client/dialogs.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { type ChangedField, changedFields, mostDays } from '../change/code-change.rules.ts';
import { useCancelQuestion } from '../change/use-cancel-question.ts';
import { changeCodes } from '../change/use-code-change.ts';
import type { CodeWords } from '../code.messages.ts';
import type { CodeListRow } from '../find/code-rows.read.ts';
import styles from './code-list.module.css';

const actionOf = (field: ChangedField) => `/customer/code/update/${field}`;
const fieldOf = (action: string) => changedFields.find((field) => action.endsWith(actionOf(field)));

/** The actions for one code: one form, where each button submits to its own action. A withdrawn one has none. */
export function CodeActs({ row }: { row: CodeListRow }) {
  const t = useT<CodeWords>();
  const act = useAct();
  const cancelQuestion = useCancelQuestion();
  if (row.withdrawn) return null;
  const submit = (form: HTMLFormElement, pressed: HTMLButtonElement) => {
    const field = fieldOf(pressed.formAction);
    if (!field) return;
    const given = new FormData(form, pressed);
    const text = (name: string) => {
      const value = given.get(name);
      return typeof value === 'string' ? value : '';
    };
    act(async () => {
      if (field === 'is_canceled' && text(field) === '1' && !(await confirm(cancelQuestion(row)))) return;
      const change = { chosen: { codes: [row.code] }, value: text(field) || '0', memo: text('memo') };
      const { changed, left, act_idx } = await changeCodes(field, change);
      const [reason] = Object.keys(left) as (keyof typeof left)[];
      if (changed === 0 && reason) return notify({ message: t(`code.left_${reason}`), tone: 'problem' });
      reloadWith(t('code.changed_done', { count: changed }), act_idx);
    }, t('code.change_failed'));
  };
  return (
    <Inline
      as="form"
      method="post"
      low
      className={styles.acts}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent;
        if (submitter instanceof HTMLButtonElement) submit(event.currentTarget, submitter);
      }}
    >
      <input type="hidden" name="codes" value={row.code} />
      {row.activated_date === 0 ? <UnusedFields row={row} /> : <EndField name="expired_date" end={row.expired_date} />}
      <Input label={t('code.change_memo')} name="memo" maxLength={2000} autoComplete="off" />
      {row.is_canceled > 0 && <SetButton value="0" label={t('code.restore')} />}
      {row.state !== 'canceled' && row.state !== 'expired' && <SetButton value="1" label={t('code.cancel')} isDanger />}
    </Inline>
  );
}

function UnusedFields({ row }: { row: CodeListRow }) {
  const t = useT<CodeWords>();
  return (
    <>
      <Inline as="span" whole low tight>
        <Input
          label={t('code.change_days')}
          type="number"
          name="length"
          defaultValue={row.length}
          min={0}
          max={mostDays}
          required
        />
        <Button type="submit" formAction={actionOf('length')}>
          {t('code.change_length')}
        </Button>
      </Inline>
      <EndField name="valid_until" end={row.valid_until} />
    </>
  );
}

function EndField({ name, end }: { name: 'valid_until' | 'expired_date'; end: number }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const id = useId();
  return (
    <Inline as="span" whole low tight>
      <DateField
        id={id}
        label={t('code.change_last_day')}
        name={name}
        defaultValue={end === 0 ? '' : format.isoDay(end - 1)}
      />
      <Button type="submit" formAction={actionOf(name)}>
        {t(`code.change_${name}`)}
      </Button>
    </Inline>
  );
}

const SetButton = ({ value, label, isDanger }: { value: '0' | '1'; label: string; isDanger?: boolean }) => (
  <Button
    type="submit"
    danger={isDanger}
    name="is_canceled"
    value={value}
    formAction={actionOf('is_canceled')}
    formNoValidate
  >
    {label}
  </Button>
);
