import type { EventHead } from '#features/event/event.public.ts';
import { useTerms } from '#features/event/event.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card, CardHead, Noted } from '#ui/kit/card.tsx';
import { Equation, type EquationPart } from '#ui/kit/equation.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { ShareBar } from '#ui/kit/share-bar.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { Joined } from './joined.read.ts';
import { JoinedChart } from './joined-chart.tsx';

interface JoinedFiguresProps {
  event: EventHead;
  joined: Joined;
}

/** How an event fills: its figures, who joined by day, what its code gives now, and why it was refused. */
export const JoinedFigures = (shown: JoinedFiguresProps) => (
  <Split side={300}>
    <div>
      <JoinedLedger {...shown} />
      {shown.joined.days.length > 0 && <JoinedChart joined={shown.joined} total={shown.event.participants} />}
    </div>
    <div>
      <Gives event={shown.event} />
      {shown.joined.refused.length > 0 && <Refused joined={shown.joined} />}
    </div>
  </Split>
);

/** Two equations that add up, a bar of both, and when the event will be full. */
function JoinedLedger({ event, joined: { active, full_at } }: JoinedFiguresProps) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  const { event_idx, participants, participant_limit: limit } = event;
  const joined: EquationPart = { name: 'joined', label: t('registration.joined'), value: participants };
  const left: EquationPart = {
    name: 'left',
    label: t('registration.joined_left'),
    value: Math.max(0, limit - participants),
    tone: 'ahead',
  };
  const states: EquationPart[] = [
    { name: 'active', label: t('registration.status_active'), value: active, tone: 'live' },
    { name: 'expired', label: t('registration.status_expired'), value: participants - active, tone: 'over' },
  ];
  return (
    <>
      <Card aria-label={t('registration.joined_figures')}>
        <Inline gap="14px 28px" below={14}>
          {limit > 0 && (
            <Equation
              of={{ name: 'limit', label: t('registration.joined_limit'), value: limit }}
              plus={[joined, left]}
            />
          )}
          <Equation of={joined} plus={states} />
        </Inline>
        <ShareBar
          parts={[...states, ...(limit > 0 ? [left] : [])].map(({ tone = 'missing', value }) => ({ tone, value }))}
        />
      </Card>
      {full_at !== null && (
        <Note tone="warn">
          <span>{t('registration.joined_full_at', { time: format.dateTime(full_at) })}</span>
          <ButtonLink size="small" href={`/event/update/${event_idx}`}>
            {t('registration.event_filling_act')}
          </ButtonLink>
        </Note>
      )}
    </>
  );
}

/** What a reader who redeems the code gets at this moment, in the words of the portal. */
function Gives({ event }: { event: EventHead }) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  const terms = useTerms();
  const { status, from, until, participants, participant_limit: limit, cid, collection } = event;
  const refusal = () => {
    if (status === 'canceled') return t('registration.event_paused');
    if (status === 'waiting') return t('registration.event_waiting', { time: format.dateTime(from) });
    if (status === 'completed') return t('registration.event_completed', { time: format.dateTime(until) });
    return limit > 0 && participants >= limit ? t('registration.event_full', { count: limit }) : null;
  };
  const said = refusal();
  return (
    <Card gap={6}>
      <h2>{t('registration.joined_gives')}</h2>
      {said === null ? (
        <>
          <a href={`/collection/${cid}`}>{collection}</a>
          <Text tone="soft" size="small">
            {terms(event)}
          </Text>
        </>
      ) : (
        <Text>{said}</Text>
      )}
    </Card>
  );
}

/** Why its code was refused, and how often. */
function Refused({ joined: { refused } }: { joined: Joined }) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  return (
    <Card>
      <CardHead>
        <Noted>
          <h2>{t('registration.joined_refused')}</h2>
          <small>{t('registration.joined_refused_since')}</small>
        </Noted>
      </CardHead>
      <Stack as="ul" gap={8} ruled>
        {refused.map(({ text, times }) => (
          <Inline as="li" key={text} between whole>
            <Text as="span" size="small">
              {text}
            </Text>
            <Text as="strong" number>
              {format.number(times)}
            </Text>
          </Inline>
        ))}
      </Stack>
    </Card>
  );
}
