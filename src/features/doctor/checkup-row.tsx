import { client } from '#client/api.ts';
import { copyText } from '#client/clipboard.ts';
import { notify } from '#client/dialogs.ts';
import type { DeedApi } from '#kernel/desk/home.contract.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Dot } from '#ui/kit/dot.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import styles from './doctor.module.css';
import type { DoctorWords } from './doctor.messages.ts';
import type { CheckupResult } from './doctor.rules.ts';

const call = client<DeedApi>();

const tones = { ok: 'live', warn: 'warn', bad: 'problem', waiting: undefined } as const;

type Shown = CheckupResult | { label: string; state: 'waiting'; text: string; hint?: undefined; act?: undefined };

/** What a check found: in order it is a line, else its hint and what helps stand with it. */
export function CheckupRow({ result: { label, state, text, hint, act } }: { result: Shown }) {
  const t = useT<DoctorWords>();
  const isInOrder = state === 'ok' || state === 'waiting';
  return (
    <Inline as="li" between pad={isInOrder ? '8px 16px' : '12px 16px'} data-state={state}>
      <Inline whole high={!isInOrder} grow={260} gap={10} className={isInOrder ? undefined : styles.several}>
        <Dot tone={tones[state]} role="img" aria-label={t(`doctor.state_${state}`)} />
        {isInOrder ? (
          <Grid columns="minmax(96px, 160px) 1fr" onPhone="1fr" baseline gap="2px 12px">
            <Text as="span" tone="soft" size="small">
              {label}
            </Text>
            <Text as="span" size="small" breaks>
              {text}
            </Text>
          </Grid>
        ) : (
          <Stack gap={2} grow>
            <Text as="strong" breaks>
              {text}
            </Text>
            <Text as="span" tone="soft" size="small" breaks>
              {hint ?? label}
            </Text>
          </Stack>
        )}
      </Inline>
      {act && <Act act={act} label={label} />}
    </Inline>
  );
}

function Act({ act, label }: { act: NonNullable<CheckupResult['act']>; label: string }) {
  const t = useT<DoctorWords>();
  const run = useAct();
  if (act.kind === 'guide')
    return (
      <ButtonLink href={act.href} size="small" target="_blank" aria-label={`${t('doctor.guide')}: ${label}`}>
        {t('doctor.guide')}
      </ButtonLink>
    );
  if (act.kind === 'call') {
    const send = async () => {
      // The server names one of its own calls.
      await call(act.call as keyof DeedApi, {});
      await notify({ message: act.done });
    };
    return (
      <Button variant="quiet" size="small" onClick={() => run(send)}>
        {act.label}
      </Button>
    );
  }
  const copy = async () => {
    if (await copyText(act.command)) await notify({ message: t('doctor.copied') });
  };
  return (
    <Inline tight>
      <Inline as="span" ground="quiet" pad="4px 8px">
        <Text as="code" mono size="small" breaks>
          {act.command}
        </Text>
      </Inline>
      <Button size="small" onClick={() => run(copy)} aria-label={`${t('doctor.copy_command')}: ${act.command}`}>
        {t('doctor.copy_command')}
      </Button>
    </Inline>
  );
}
