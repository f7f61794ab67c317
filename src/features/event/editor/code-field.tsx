import { doubtsOf } from '#features/code/code.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import type { EventWords } from '../event.messages.ts';
import styles from './event-editor.module.css';
import { drawCode, lackingIn } from './event-values.rules.ts';
import type { EventFields } from './use-event-form.ts';

/** The code of an event: shows how many characters are missing or extra, and can generate a random one. */
export function CodeField({ form, isFixed }: EventFields & { isFixed: boolean }) {
  const t = useT<EventWords>();
  const lacking = lackingIn(form.values.code);
  const { isNumber, misread } = doubtsOf(form.values.code);
  const hints = [
    lacking > 0 && t('event.code_remaining', { count: lacking }),
    lacking < 0 && t('event.code_extra', { count: -lacking }),
    lacking === 0 && isNumber && t('event.code_number'),
    lacking === 0 && misread.length > 0 && t('event.code_misread', { characters: misread.join(', ') }),
  ].filter((hint) => hint !== false);
  const draw = () =>
    form.setFieldValue(
      'code',
      drawCode((bytes) => crypto.getRandomValues(bytes)),
    );
  return (
    <Grid columns="minmax(0, 1fr) auto" gap={8} className={styles.code}>
      <Input
        {...form.getInputProps('code')}
        label={t('event.field_code')}
        name="code"
        hint={isFixed ? t('event.code_fixed') : <span role="status">{hints.join(' ')}</span>}
        readOnly={isFixed}
        required={!isFixed}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {!isFixed && <Button onClick={draw}>{t('event.code_generate')}</Button>}
    </Grid>
  );
}
