import { useState } from 'react';
import { client } from '#client/api.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { localeNames, locales, parseLocale } from '#kernel/messages/locale.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { MadeLink, SecretLinks } from '#ui/form/secret-links.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { PasswordInput } from '#ui/kit/password-input.tsx';
import type { Link, linkApi } from './partner-link.contract.ts';

const call = client<typeof linkApi>();

interface LinkDialogProps {
  cg_idx: number;
  links: Link[];
  /** In the office's time zone. */
  today: string;
}

/** The dialog of links to the partner's page of a batch: those there are, and a new one. */
export default function LinkDialog({ cg_idx, links: initial, today }: LinkDialogProps) {
  const t = useT<CodeWords>();
  const { locale } = useInterface();
  const format = useFormat();
  const [links, setLinks] = useState(initial);
  const [until, setUntil] = useState('');
  const [password, setPassword] = useState('');
  const [lang, setLang] = useState(locale);
  const [made, setMade] = useState<string | null>(null);
  const refresh = async () =>
    setLinks((await call('GET /api/v1/code/batch/:cg_idx/link', { params: { cg_idx } })).results.links);
  const submission = useSubmit(async () => {
    const body = { expires_at: until, lang, ...(password !== '' && { password }) };
    const { href } = (await call('POST /api/v1/code/batch/:cg_idx/link', { params: { cg_idx }, body })).results;
    setMade(href);
    await refresh();
  });
  const revoke = async (link_idx: number) => {
    await call('DELETE /api/v1/code/link/:link_idx', { params: { link_idx } });
    await refresh();
  };
  const rowOf = ({ link_idx, is_open: isOpen, ...link }: Link) => {
    const name = t('code.link_row', { day: format.end(link.expires_at), name: link.created_by ?? '—' });
    const rest = [t('code.link_downloads', { count: link.downloads })];
    if (link.has_password) rest.push(t('code.link_has_password'));
    if (link.revoked_at > 0) rest.push(t('code.link_revoked'));
    else if (!isOpen) rest.push(t('code.link_over'));
    return { link_idx, name, row: [name, ...rest].join(' · '), isOpen };
  };
  return (
    <form onSubmit={submission.submit}>
      <h2>{t('code.link_heading')}</h2>
      {made === null ? (
        <Stack>
          <FormProblem of={submission} title={t('code.link_failed')} />
          <p>{t('code.link_hint')}</p>
          <DateField
            name="expires_at"
            label={t('code.link_until')}
            min={today}
            value={until}
            onChange={setUntil}
            required
          />
          <PasswordInput
            name="password"
            label={t('code.link_password')}
            hint={t('code.link_password_hint')}
            show={t('code.link_password_show')}
            maxLength={200}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Select
            name="lang"
            label={t('code.link_language')}
            value={lang}
            onChange={(event) => setLang(parseLocale(event.currentTarget.value) ?? locale)}
            options={locales.map((one) => ({ value: one, label: localeNames[one] }))}
          />
          <Acts>
            <Button variant="primary" type="submit" busy={submission.pending}>
              {t('code.link_make')}
            </Button>
          </Acts>
        </Stack>
      ) : (
        <MadeLink label={t('code.link_heading')} href={made} hint={t('common.shown_once')} />
      )}
      {links.length === 0 && <p>{t('code.link_none')}</p>}
      <SecretLinks
        heading={t('code.link_list')}
        links={links.map(rowOf)}
        revoke={revoke}
        failed={t('code.link_revoke_failed')}
      />
    </form>
  );
}
