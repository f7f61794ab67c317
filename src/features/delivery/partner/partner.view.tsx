import type { CodeWords } from '#features/code/code.public.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Card, Noted } from '#ui/kit/card.tsx';
import { Inline } from '#ui/kit/layout.tsx';
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
      <Inline low between gap="12px 32px" above={24} below={20} className={styles.head}>
        <header>
          <p>{t('code.partner_for', { customer })}</p>
          <h1>{title}</h1>
          <p className={styles.lead}>
            {before}
            <b>{collection}</b>
            {after}
          </p>
        </header>
        <Closing batch={batch} />
      </Inline>
      {batch.orders === null ? (
        <Download path={path} batch={batch} />
      ) : (
        <PartnerOrders path={path} orders={batch.orders} />
      )}
      <div className={styles.pair}>
        <Figures batch={batch} />
        <Months batch={batch} />
      </div>
      <footer className={styles.contact}>
        {t('code.partner_contact', { library: t('common.product'), batch: title })}
      </footer>
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
  if (days > warned) return <p className={styles.open}>{t('code.partner_open_until', { day })}</p>;
  return (
    <p className={styles.closing}>
      <b>{t('code.partner_closes', { days, day })}</b>
      {after !== 'issue' && (
        <span>{after === null ? ends : t(`code.partner_redeem_${after}`, { days: batch.valid_days })}</span>
      )}
    </p>
  );
}

function Download({ path, batch }: PartnerProps) {
  const t = useT<CodeWords>();
  const { locale } = useInterface();
  const { unused, active, expired, canceled, downloads, canPrint } = batch;
  const all = unused + active + expired + canceled;
  return (
    <Card as="form" className={styles.card} action={`${path}/codes`} method="get">
      <h2>{t('code.partner_download')}</h2>
      <input type="hidden" name="lang" value={locale} />
      <Inline between even className={styles.choose}>
        <fieldset className={styles.which}>
          <Unseen as="legend">{t('code.partner_which')}</Unseen>
          {unused > 0 && (
            <label>
              <input type="radio" name="of" value="unused" defaultChecked />
              <span>{t('code.partner_unused', { count: unused })}</span>
            </label>
          )}
          <label>
            <input type="radio" name="of" value="all" defaultChecked={unused === 0} />
            <span>{t('code.partner_all', { count: all })}</span>
          </label>
        </fieldset>
        <Inline tight className={styles.files}>
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
    { state: 'unused', label: t('code.state_issued'), count: unused, what: t('code.partner_state_unused') },
    { state: 'active', label: t('code.state_active'), count: active, what: t('code.partner_state_active') },
    { state: 'expired', label: t('code.state_expired'), count: expired, what: t('code.partner_state_expired') },
    { state: 'canceled', label: t('code.state_canceled'), count: canceled, what: t('code.partner_state_canceled') },
  ];
  return (
    <Card className={styles.card}>
      <h2>{t('code.partner_today', { count: all })}</h2>
      <div className={styles.bar} aria-hidden>
        {states.map(
          ({ state, count }) => count > 0 && <i key={state} data-state={state} style={{ flexGrow: count }} />,
        )}
      </div>
      <dl className={styles.states}>
        {states.map(({ state, label, count, what }) => (
          <div key={state}>
            <dt>
              <i data-state={state} /> <b>{label}</b> {what}
            </dt>
            <dd>{format.number(count)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <i /> <b>{t('code.partner_sum')}</b>
          </dt>
          <dd>{format.number(all)}</dd>
        </div>
      </dl>
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
    <Card className={styles.card}>
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
              <b>{format.number(of.count)}</b>
              <i style={{ height: `${(of.count / most) * 150}px` }} data-running={isLast || undefined} />
              <span>{isLast ? t('code.partner_so_far', { month: name(of, 'short') }) : name(of, 'short')}</span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
