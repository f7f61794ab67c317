import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import { timeAt } from '#kernel/text/zoned-time.rules.ts';
import { ClockField } from '#ui/date/clock-field.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { MadeLink, SecretLinks } from '#ui/form/secret-links.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import type { PortalWords } from '../portal.messages.ts';
import type { PreviewRow, previewApi } from './preview.contract.ts';
import { lifetimes, type PreviewedKind, type When, whens } from './preview.rules.ts';

const call = client<typeof previewApi>();

interface PreviewCreateProps {
  of: PreviewedKind;
  id: string;
  /** The time it starts with. */
  when: When;
  /** The release in which it is shown. */
  release: { rel_idx: number; name: string } | null;
  /** The plan that it is shown with. */
  plan: { appr_idx: number; name: string } | null;
  /** The existing links that can still be opened. */
  links: PreviewRow[];
}

/** The dialog that creates a preview link: as of now or, except for a book, as of a past or coming time. */
export default function PreviewCreate({ of, id, when: starts, release, plan, links }: PreviewCreateProps) {
  const t = useT<PortalWords>();
  const { timeZone } = useInterface();
  const [when, setWhen] = useState(starts);
  const [time, setTime] = useState({ local: '', isSecond: false });
  const [days, setDays] = useState<(typeof lifetimes)[number]>(7);
  const [made, setMade] = useState<{ href: string; expires_at: number } | null>(null);
  const isNow = when === 'now';
  const at = isNow ? 0 : timeAt(timeZone, time.local, time.isSecond);
  const [isChecked, setChecked] = useState(false);
  const submission = useSubmit(async () => {
    setChecked(true);
    if (at === undefined) return;
    const shown = release ? { release: release.rel_idx } : plan ? { plan: plan.appr_idx } : { at };
    setMade((await call('POST /api/v1/preview', { body: { of, id, ...shown, days } })).results);
  });
  if (made) return <Made {...made} />;
  return (
    <>
      <DialogForm
        of={submission}
        heading={t('portal.preview')}
        failed={t('portal.preview_failed')}
        submit={t('portal.preview_make')}
      >
        <p>{t('portal.preview_hint')}</p>
        {release && <p>{t('portal.preview_release', { name: release.name })}</p>}
        {plan && <p>{t('portal.preview_plan', { name: plan.name })}</p>}
        {of !== 'book' && !release && !plan && (
          <Select
            label={t('portal.preview_when')}
            value={when}
            onChange={(event) => setWhen(whens.find((one) => one === event.currentTarget.value) ?? 'now')}
            options={whens.map((value) => ({ value, label: t(`portal.preview_${value}`) }))}
          />
        )}
        {!isNow && (
          <ClockField
            name="preview_at"
            label={`${t('portal.preview_time')} (${timeZone})`}
            error={isChecked && at === undefined && t('portal.preview_time_rule')}
            required
            zone={timeZone}
            value={time}
            onChange={setTime}
          />
        )}
        <Select
          label={t('portal.preview_days')}
          value={String(days)}
          onChange={(event) => setDays(lifetimes.find((one) => String(one) === event.currentTarget.value) ?? 7)}
          options={lifetimes.map((count) => ({
            value: String(count),
            label: t('portal.preview_days_count', { count }),
          }))}
        />
      </DialogForm>
      <PreviewList of={of} id={id} links={links} />
    </>
  );
}

function Made({ href, expires_at: until }: { href: string; expires_at: number }) {
  const t = useT<PortalWords>();
  const format = useFormat();
  return (
    <div>
      <h2>{t('portal.preview')}</h2>
      <MadeLink
        label={t('portal.preview_link')}
        href={href}
        hint={t('portal.preview_until', { time: format.dateTime(until) })}
      />
      <Acts>
        <ButtonLink variant="primary" href={href} target="_blank" rel="noopener">
          {t('portal.preview_open')}
        </ButtonLink>
      </Acts>
    </div>
  );
}

/** The links to a record's previews that can be opened, each with a button to revoke it; nothing if there are none. */
function PreviewList({ of, id, links: initial }: { of: PreviewedKind; id: string; links: PreviewRow[] }) {
  const t = useT<PortalWords>();
  const format = useFormat();
  const [links, setLinks] = useState(initial);
  const revoke = async (link_idx: number) => {
    const question = { title: t('portal.preview_revoke_title'), body: t('portal.preview_revoke_body') };
    if (!(await confirm({ ...question, agree: t('common.revoke'), danger: true }))) return;
    await call('DELETE /api/v1/preview/:link_idx', { params: { link_idx } });
    setLinks((await call('GET /api/v1/preview', { query: { of, id } })).results);
    await notify({ message: t('portal.preview_revoked') });
  };
  const rowOf = ({ link_idx, created_by, expires_at, href, at }: PreviewRow) => {
    const name = t('portal.preview_made', { name: created_by ?? '', time: format.dateTime(expires_at) });
    const row = (
      <>
        <a href={href} target="_blank" rel="noopener">
          {name}
        </a>
        {at > 0 && <small> {t('portal.preview_shown', { time: format.dateTime(at) })}</small>}
      </>
    );
    return { link_idx, name, row, isOpen: true };
  };
  return (
    <SecretLinks
      heading={t('portal.preview_live')}
      links={links.map(rowOf)}
      revoke={revoke}
      failed={t('portal.preview_revoke_failed')}
    />
  );
}
