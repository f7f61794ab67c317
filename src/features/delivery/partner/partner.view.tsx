import type { CodeWords } from '#features/code/code.public.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Card, Noted } from '#ui/kit/card.tsx';
import { Radio } from '#ui/kit/choice.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { ShareBar, ShareName } from '#ui/kit/share-bar.tsx';
import { Text, Unseen } from '#ui/kit/text.tsx';
import styles from './partner.module.css';
import type { MonthCount, PartnerBatch } from './partner.read.ts';
import { PartnerFrame } from './partner-frame.tsx';
import { PartnerOrders } from './partner-orders.tsx';

interface PartnerProps {
  /** The address of the page. */
  path: string;
  batch: PartnerBatch;
}

/** The page of one batch for whoever has its link: terms, downloads, figures. Plain HTML; it needs no scripts. */
export default function Partner({ path, batch }: PartnerProps) {
  const t = useT<CodeWords>();
  const { title, customer, collection, length } = batch;
  const mark = '\u0001';
  const [before, after] = t('code.partner_terms', { days: length, collection: mark }).split(mark);
  return (
    <PartnerFrame path={path}>
      <Stack as="header" gap={2} below={20} className={styles.head}>
        <Text tone="soft">{t('code.partner_for', { customer })}</Text>
        <h1>{title}</h1>
        <Text tone="soft">
          {before}
          <b>{collection}</b>
          {after}
        </Text>
      </Stack>
      <Closing batch={batch} />
      {batch.orders === null ? (
        <Download path={path} batch={batch} />
      ) : (
        <PartnerOrders path={path} orders={batch.orders} />
      )}
      <Grid least={300} filled even gap="0 14px">
        <Figures batch={batch} />
        <Months batch={batch} />
      </Grid>
      <Stack as="footer" gap={0} tone="soft" size="small" above={10} below={16} className={styles.contact}>
        {t('code.partner_contact', { library: t('common.product'), batch: title })}
      </Stack>
    </PartnerFrame>
  );
}

// From how many days before its end the page warns of it.
const warned = 45;

function Closing({ batch }: Pick<PartnerProps, 'batch'>) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { closes_at: closes, closes_in: days, valid_until: until, valid_after: after } = batch;
  const day = format.end(closes);
  const ends = until === 0 ? t('code.partner_redeem_ever') : t('code.partner_redeem_until', { day: format.end(until) });
  if (days > warned)
    return (
      <Text tone="soft" size="small" below={12}>
        {t('code.partner_open_until', { day })}
      </Text>
    );
  return (
    <Note tone="warn" title={t('code.partner_closes', { days, day })}>
      {after !== 'issue' && (
        <span>{after === null ? ends : t(`code.partner_redeem_${after}`, { days: batch.valid_days })}</span>
      )}
    </Note>
  );
}

function Download({ path, batch }: PartnerProps) {
  const t = useT<CodeWords>();
  const { locale } = useInterface();
  const { unused, active, expired, canceled, downloads, canPrint } = batch;
  const all = unused + active + expired + canceled;
  return (
    <Card as="form" action={`${path}/codes`} method="get">
      <h2>{t('code.partner_download')}</h2>
      <input type="hidden" name="lang" value={locale} />
      <Inline between>
        <Inline as="fieldset" gap="4px 20px">
          <Unseen as="legend">{t('code.partner_which')}</Unseen>
          {unused > 0 && (
            <Radio name="of" value="unused" defaultChecked label={t('code.partner_unused', { count: unused })} />
          )}
          <Radio name="of" value="all" defaultChecked={unused === 0} label={t('code.partner_all', { count: all })} />
        </Inline>
        <Inline tight>
          <Button variant="primary" type="submit" name="as" value="csv">
            CSV
          </Button>
          <Button type="submit" name="as" value="xlsx">
            Excel (XLSX)
          </Button>
          {canPrint && (
            // Only codes that can be handed out are worth printing.
            <ButtonLink href={`${path}/codes?as=pdf&layout=cards&of=unused&lang=${locale}`} download>
              {t('code.print_cards')}
            </ButtonLink>
          )}
        </Inline>
      </Inline>
      <Text tone="soft" size="small" above={12}>
        {t('code.partner_pass_on')} {t('code.partner_downloads', { count: downloads })}
      </Text>
    </Card>
  );
}

function Figures({ batch: { unused, active, expired, canceled } }: Pick<PartnerProps, 'batch'>) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const all = unused + active + expired + canceled;
  const states = [
    { tone: 'ahead', label: t('code.state_issued'), value: unused, what: t('code.partner_state_unused') },
    { tone: 'live', label: t('code.state_active'), value: active, what: t('code.partner_state_active') },
    { tone: 'over', label: t('code.state_expired'), value: expired, what: t('code.partner_state_expired') },
    { tone: 'bad', label: t('code.state_canceled'), value: canceled, what: t('code.partner_state_canceled') },
  ] as const;
  return (
    <Card>
      <h2>{t('code.partner_today', { count: all })}</h2>
      <ShareBar parts={states} />
      <Stack as="dl" gap={0} above={8} className={styles.states}>
        {[...states, { tone: undefined, label: t('code.partner_sum'), value: all, what: '' }].map(
          ({ tone, label, value, what }) => (
            <Inline key={label} whole baseline between>
              <dt>
                <ShareName tone={tone}>
                  {label}{' '}
                  <Text as="span" tone="soft">
                    {what}
                  </Text>
                </ShareName>
              </dt>
              <Text as="dd" strong number>
                {format.number(value)}
              </Text>
            </Inline>
          ),
        )}
      </Stack>
    </Card>
  );
}

function Months({ batch: { months, redeemed } }: Pick<PartnerProps, 'batch'>) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { locale } = useInterface();
  const tag = languageTag(locale);
  const name = ({ month }: MonthCount, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(tag, { month: style, timeZone: 'UTC' }).format(Date.parse(`${month}-01`));
  const since = (of: MonthCount) =>
    new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(`${of.month}-01`),
    );
  const most = Math.max(1, ...months.map(({ count }) => count));
  return (
    <Card>
      <Noted>
        <h2>{t('code.partner_months')}</h2>
        {redeemed && <small>{t('code.partner_since', { count: redeemed.count, month: since(redeemed) })}</small>}
      </Noted>
      {redeemed === null && <p>{t('code.partner_none')}</p>}
      <ol className={styles.months}>
        {months.map((of, index) => {
          const isLast = index === months.length - 1;
          return (
            <li key={of.month}>
              <Text as="b" size="small">
                {format.number(of.count)}
              </Text>
              <i style={{ height: `${(of.count / most) * 150}px` }} />
              <Text as="span" tone="soft" size="fine">
                {isLast ? t('code.partner_so_far', { month: name(of, 'short') }) : name(of, 'short')}
              </Text>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
