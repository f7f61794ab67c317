import { Button, Group, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';
import { useUnsaved } from './use-unsaved.ts';

interface IssuedSecretProps {
  label: string;
  secret: string;
  /** What to do with the secret. */
  hint: string;
  /** The result of the dialog; true by default. */
  result?: unknown;
}

/** A password or key that was just created, shown only once, in the dialog that created it. */
export function IssuedSecret({ label, secret, hint, result = true }: IssuedSecretProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const box = useUnsaved<HTMLDivElement>(!copied, { title: t('secret.leave_title'), body: t('secret.leave') });
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    input.current?.select();
    // The clipboard needs HTTPS; without it the text is at least selected.
    await navigator.clipboard?.writeText(secret);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <div ref={box}>
      <Group align="end" wrap="nowrap" gap="xs">
        <TextInput
          ref={input}
          label={label}
          value={secret}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mono)' } }}
          flex={1}
        />
        <Button variant="default" onClick={() => void copy()}>
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </Group>
      <Text size="sm" mt="xs" role="status">
        {hint}
      </Text>
      <Group justify="end" mt="lg">
        <Button onClick={() => void finishFragment(result)}>{t('common.done')}</Button>
      </Group>
    </div>
  );
}
