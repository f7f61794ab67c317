import { Button, Group, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import type { StaffWords } from './staff.messages.ts';

/** A password that was made for somebody, shown this once. */
export function IssuedPassword({ id, password }: { id: string; password: string }) {
  const t = useT<StaffWords>();
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    input.current?.select();
    // Without https there is no clipboard to write to; the text is at least selected.
    await navigator.clipboard?.writeText(password);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <>
      <Group align="end" wrap="nowrap" gap="xs">
        <TextInput
          ref={input}
          label={t('staff.issued', { id })}
          value={password}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mono)' } }}
          flex={1}
        />
        <Button variant="default" onClick={() => void copy()}>
          {t(copied ? 'staff.copied' : 'staff.copy')}
        </Button>
      </Group>
      <Text size="sm" mt="xs" role="status">
        {t('staff.issued_hint')}
      </Text>
      <Group justify="end" mt="lg">
        <Button onClick={() => void finishFragment(true)}>{t('common.done')}</Button>
      </Group>
    </>
  );
}
