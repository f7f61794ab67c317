import { useState } from 'react';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { StaffWords } from '../staff.messages.ts';
import type { Passkey } from './passkey.contract.ts';

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: (name: string) => Promise<void>;
  /** Null for one that must stay. */
  onRemove: (() => void) | null;
}

/** A passkey: its name, since when, when it was last used, and the buttons to rename and to remove it. */
export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const t = useT<StaffWords>();
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  const { name, rp_id, synced, created_at, used_at, copied } = passkey;
  const rename = async (given: string) => {
    if (given !== name) await onRename(given);
    setRenaming(false);
  };
  if (renaming) {
    return (
      <Stack as="li" pad="10px 0">
        <NameForm name={name} onSave={rename} onCancel={() => setRenaming(false)} />
      </Stack>
    );
  }
  const added = t('staff.passkey_added_on', { date: format.date(created_at) });
  return (
    <Inline as="li" gap="4px 12px" pad="10px 0">
      <Icon name="fingerprint" size={22} />
      <Stack gap={0} grow={220} breaks>
        <b>{name}</b>
        <small>{[added, ...(synced ? [t('staff.passkey_synced')] : []), rp_id].join(' · ')}</small>
      </Stack>
      <Text as="span" tone="soft">
        {copied ? (
          <State tone="warn">{t('staff.passkey_is_copied')}</State>
        ) : used_at === null ? (
          t('staff.passkey_unused')
        ) : (
          t('staff.passkey_used', { date: format.dateTime(used_at) })
        )}
      </Text>
      <Inline last gap={0} whole even>
        <Button
          variant="quiet"
          onClick={() => setRenaming(true)}
          aria-label={t('staff.passkey_rename_named', { name })}
        >
          {t('staff.passkey_rename')}
        </Button>
        <Button
          variant="quiet"
          danger
          disabled={onRemove === null}
          title={onRemove === null ? t('staff.passkey_last') : undefined}
          onClick={() => onRemove?.()}
          aria-label={t('staff.passkey_remove_named', { name })}
        >
          {t('staff.passkey_remove')}
        </Button>
      </Inline>
    </Inline>
  );
}

interface NameFormProps {
  name: string;
  onSave: (name: string) => Promise<void>;
  onCancel: () => void;
}

function NameForm({ name, onSave, onCancel }: NameFormProps) {
  const t = useT<StaffWords>();
  const [given, setGiven] = useState(name);
  const submission = useSubmit(() => onSave(given.trim()));
  return (
    <form onSubmit={submission.submit} noValidate>
      <Inline low>
        <Input
          label={t('staff.passkey_rename_named', { name })}
          value={given}
          onChange={(event) => setGiven(event.currentTarget.value)}
          error={submission.fieldError('name') ?? submission.message ?? undefined}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          maxLength={200}
          autoComplete="off"
          autoFocus
          required
        />
        <Button variant="plain" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button variant="primary" type="submit" busy={submission.pending} disabled={given.trim() === ''}>
          {t('common.save')}
        </Button>
      </Inline>
    </form>
  );
}
