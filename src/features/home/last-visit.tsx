import type { RecentAct } from '#features/audit/audit.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Card, Noted } from '#ui/kit/card.tsx';
import { Face } from '#ui/kit/face.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';

interface LastVisitProps {
  /** Seconds. */
  now: number;
  since: number;
  isFirst: boolean;
  /** They are the person's own acts. */
  isOwn: boolean;
  acts: RecentAct[];
  more: boolean;
}

/** What others did since the person's last visit, newest first; for a person who works alone, what they did. */
export function LastVisit({ now, since, isFirst, isOwn, acts, more }: LastVisitProps) {
  const t = useT<HomeWords>();
  const format = useFormat();
  const isWeek = isFirst || isOwn;
  return (
    <Card aria-labelledby="last-visit">
      <Noted>
        <h2 id="last-visit">{t(isWeek ? 'home.last_week' : 'home.last_visit')}</h2>
        {!isWeek && <small>{format.dateTime(since)}</small>}
      </Noted>
      {acts.length === 0 && <Text tone="soft">{t('home.no_acts')}</Text>}
      <Stack as="ul" gap={0} ruled>
        {acts.map((act, index) => (
          <Grid
            as="li"
            key={index}
            data-key={`${act.at} ${act.kind} ${act.id} ${act.action}`}
            columns="auto minmax(0, 1fr) auto"
            onPhone="auto minmax(0, 1fr)"
            middle
            breaks
            gap={12}
            pad="10px 0"
          >
            <ActRow act={act} now={now} />
          </Grid>
        ))}
      </Stack>
      <Text above={8}>
        <a href={listUrl('/audit', { since: format.isoDay(since) })}>{t(more ? 'home.more_acts' : 'home.all_acts')}</a>
      </Text>
    </Card>
  );
}

function ActRow({ act, now }: { act: RecentAct; now: number }) {
  const t = useT<HomeWords>();
  const format = useFormat();
  const { actor, action, at, times } = act;
  const name = actor ?? t('actor.system');
  return (
    <>
      <Face name={name} />
      <div>
        <Text as="b" strong>
          {name}
        </Text>{' '}
        · <What of={act} /> {action}
        {times > 1 && (
          <Text as="span" tone="soft">
            {' '}
            {t('home.times', { count: times })}
          </Text>
        )}
      </div>
      <Text
        as="time"
        tone="soft"
        size="small"
        className={styles.when}
        dateTime={new Date(at * 1000).toISOString()}
        title={format.dateTime(at)}
      >
        {format.moment(at, now)}
      </Text>
    </>
  );
}

/** The record by its title, or the bulk act, which expands to its records. */
function What({ of: { kind, title, href, act } }: { of: RecentAct }) {
  const to = title === null && act !== null ? `/audit/act/${act}` : href;
  const linked = (text: string) => (to === null ? text : <a href={to}>{text}</a>);
  if (title === null) return linked(kind);
  return (
    <>
      {kind} {linked(title)}
    </>
  );
}
