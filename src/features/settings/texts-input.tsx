import { useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { type Control, FieldError } from '#ui/kit/field.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import type { SettingsWords } from './settings.messages.ts';

interface TextsInputProps {
  label: string;
  control: Control;
  texts: readonly string[];
  max: number;
  /** Exactly this many; otherwise any number up to `most`. */
  count?: number;
  most: number;
  onChange: (texts: string[]) => void;
  errorOf: (field: string) => string | undefined;
}

// Shorter ones stand side by side.
const short = 20;

/** A list of texts; the label is that of the first. */
export function TextsInput({ label, control, texts, max, count, most, onChange, errorOf }: TextsInputProps) {
  const t = useT<SettingsWords>();
  const isFree = count === undefined;
  const List = max > short ? Stack : Inline;
  const put = (at: number, text: string) => onChange(texts.with(at, text));
  return (
    <>
      {texts.length > 0 && (
        <List as="ul" tight>
          {texts.map((text, at) => (
            // A text is identified only by its position.
            // oxlint-disable-next-line react/no-array-index-key
            <Inline as="li" key={at} gap="0 8px">
              <BareInput
                className={control.className}
                {...(at === 0 && { id: control.id })}
                aria-label={t('settings.nth', { label, position: at + 1 })}
                aria-invalid={errorOf(`value.${at}`) ? true : undefined}
                aria-describedby={control['aria-describedby']}
                size={max > short ? 40 : 7}
                value={text}
                onChange={(event) => put(at, event.currentTarget.value)}
                maxLength={max}
              />
              {isFree && (
                <Button
                  aria-label={`${t('common.delete')}: ${t('settings.nth', { label, position: at + 1 })}`}
                  onClick={() => onChange(texts.toSpliced(at, 1))}
                >
                  {t('common.delete')}
                </Button>
              )}
              <FieldError error={errorOf(`value.${at}`)} />
            </Inline>
          ))}
        </List>
      )}
      {isFree && texts.length < most && <Button onClick={() => onChange([...texts, ''])}>{t('common.add')}</Button>}
    </>
  );
}
