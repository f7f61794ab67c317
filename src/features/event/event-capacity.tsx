import { useT } from '#ui/interface.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { ShareBar } from '#ui/kit/share-bar.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { EventWords } from './event.messages.ts';
import { isFull } from './event.rules.ts';

// From this share on, somebody should know that an event will be full.
const nearlyFull = 0.9;

/** How many places of an event are taken: figures, and a bar if there is a limit. */
export function EventCapacity(event: { participants: number; participant_limit: number }) {
  const t = useT<EventWords>();
  const { participants: count, participant_limit: limit } = event;
  if (limit === 0) return <span>{t('event.places_unlimited', { count })}</span>;
  const places = t('event.places_of', { count, limit });
  return (
    <Grid as="span" columns="max-content 64px" middle gap="0 8px">
      <Text as="span" whole tone={count >= nearlyFull * limit ? 'warn' : undefined}>
        {isFull(event) ? `${places} · ${t('event.places_full')}` : places}
      </Text>
      <ShareBar
        parts={[
          { tone: 'live', value: Math.min(count, limit) },
          { tone: 'missing', value: Math.max(0, limit - count) },
        ]}
      />
    </Grid>
  );
}
