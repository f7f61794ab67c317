import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { SettingsWords } from './settings.messages.ts';

interface TextsInputProps {
  label: string;
  description: string;
  error: string | undefined;
  texts: readonly string[];
  max: number;
  /** Exactly this many; otherwise any number up to `most`. */
  count?: number;
  most: number;
  onChange: (texts: string[]) => void;
  errorOf: (field: string) => string | undefined;
}

/** A list of texts, one per line. */
export function TextsInput({ label, description, error, texts, max, count, most, onChange, errorOf }: TextsInputProps) {
  const t = useT<SettingsWords>();
  const isFree = count === undefined;
  const put = (at: number, text: string) => onChange(texts.with(at, text));
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Stack gap={6} my={6}>
        {texts.map((text, at) => (
          // A text is identified only by its position.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={t('settings.nth', { label, position: at + 1 })}
              value={text}
              onChange={(event) => put(at, event.currentTarget.value)}
              error={errorOf(`value.${at}`)}
              maxLength={max}
              flex={1}
            />
            {isFree && (
              <Button
                variant="default"
                aria-label={t('settings.remove', { position: at + 1 })}
                onClick={() => onChange(texts.toSpliced(at, 1))}
              >
                {t('common.delete')}
              </Button>
            )}
          </Group>
        ))}
        {isFree && texts.length < most && (
          <Group>
            <Button variant="default" size="compact-sm" onClick={() => onChange([...texts, ''])}>
              {t('common.add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
