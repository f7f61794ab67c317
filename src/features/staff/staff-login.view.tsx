import { useEffect, useRef } from 'react';
import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { Icon } from '#ui/icon.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { classNames } from '#ui/kit/class-names.ts';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { usePasskeyLogIn } from './passkey/use-passkey-log-in.ts';
import type { StaffWords } from './staff.messages.ts';
import styles from './staff-login.module.css';

interface StaffLoginProps {
  /** A path of this site. */
  next: string;
  /** The ID as typed. */
  id: string;
  problem: string | null;
  /** Whether a forgotten password can be set by a link in a mail. */
  forgotten: boolean;
  /** The single sign-on provider and its name, if there is one. */
  singleSignOn: { name: string | null } | null;
  /** Whether a passkey may be used, or the address that cannot have them though somebody has one. */
  passkeys: { offered: boolean; addressWithout: string | null };
}

/** The sign-in page: plain forms that work without script, and a passkey where there is one. */
export default function StaffLogin({ next, id, problem, forgotten, singleSignOn, passkeys }: StaffLoginProps) {
  const t = useT<StaffWords>();
  const passkey = usePasskeyLogIn(next, passkeys.offered);
  const said = passkey.problem ?? problem;
  return (
    <Frame pad="28px 24px" className={styles.card}>
      <h1>
        <img src="/public/icon.svg" alt="" width="32" height="32" />
        {t('common.product')}
      </h1>
      {passkey.isAtDevice && <FollowDevice onCancel={passkey.cancel} />}
      <div hidden={passkey.isAtDevice}>
        {said && <Note tone="problem">{said}</Note>}
        {passkey.isOffered && said === null && <PasskeyFirst onUse={passkey.begin} />}
        <PasswordForm id={id} next={next} first={!passkey.isOffered || said !== null} failed={passkey.problem} />
        {passkey.isOffered && said !== null && (
          <Text above={16} className={styles.aside}>
            <Button variant="link" onClick={passkey.begin}>
              <Icon name="fingerprint" /> {t('staff.passkey_use_another')}
            </Button>
          </Text>
        )}
        {passkeys.addressWithout !== null && (
          <Text above={16} className={styles.aside}>
            {t('staff.passkeys_address', { address: passkeys.addressWithout })}
          </Text>
        )}
        {forgotten && (
          <Text above={16} className={styles.aside}>
            <a href="/login/forgotten">{t('staff.forgotten')}</a>
          </Text>
        )}
        {singleSignOn && <SingleSignOn name={singleSignOn.name} next={next} />}
      </div>
      <LanguageChoice next={next} />
    </Frame>
  );
}

/** A passkey before the password. Without script there is none. */
function PasskeyFirst({ onUse }: { onUse: () => void }) {
  const t = useT<StaffWords>();
  return (
    <div className={styles.passkey}>
      <Button variant="primary" className={styles.whole} onClick={onUse}>
        <Icon name="fingerprint" /> {t('staff.passkey_use')}
      </Button>
      <Text tone="soft" above={14} below={14} className={styles.or}>
        {t('staff.passkey_or')}
      </Text>
    </div>
  );
}

/** While the device asks its owner. */
function FollowDevice({ onCancel }: { onCancel: () => void }) {
  const t = useT<StaffWords>();
  return (
    <Stack middle className={styles.follow} role="status">
      <Icon name="fingerprint" size={44} />
      <h2>{t('staff.passkey_follow')}</h2>
      <Text tone="soft" className={styles.aside}>
        {t('staff.passkey_follow_text')}
      </Text>
      <Button variant="plain" className={styles.whole} onClick={onCancel} autoFocus>
        {t('common.cancel')}
      </Button>
    </Stack>
  );
}

interface PasswordFormProps {
  id: string;
  next: string;
  /** Whether it is the first way to log in. */
  first: boolean;
  /** Why the passkey failed: the ID is typed next. */
  failed: string | null;
}

function PasswordForm({ id, next, first, failed }: PasswordFormProps) {
  const t = useT<StaffWords>();
  const { locale } = useInterface();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failed !== null) field.current?.focus();
  }, [failed]);
  return (
    <Stack
      as="form"
      method="post"
      action={listUrl('/login', { lang: locale, next: next === '/' ? '' : next })}
      gap={14}
    >
      <Input
        label={t('staff.id')}
        ref={field}
        name="id"
        defaultValue={id}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
        autoFocus={id === ''}
      />
      <Input
        label={t('staff.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        maxLength={1024}
        required
        autoFocus={id !== ''}
      />
      <Button variant={first ? 'primary' : 'default'} className={styles.whole} type="submit">
        {t('staff.sign_in')}
      </Button>
    </Stack>
  );
}

function SingleSignOn({ name, next }: { name: string | null; next: string }) {
  const t = useT<StaffWords>();
  return (
    <Text above={14}>
      <ButtonLink href={listUrl('/login/oidc', { next: next === '/' ? '' : next })} className={styles.whole}>
        {name === null ? t('staff.sso_button_plain') : t('staff.sso_button', { name })}
      </ButtonLink>
    </Text>
  );
}

/** Also a plain form; with script, the shell's own language menu replaces it and stores the choice in cookies. */
function LanguageChoice({ next }: { next: string }) {
  const { locale } = useInterface();
  return (
    <Inline
      as="form"
      gap={2}
      above={20}
      tone="soft"
      size="small"
      method="get"
      action="/login"
      className={classNames(styles.languages, styles.aside)}
      data-choose="language"
    >
      {next !== '/' && <input type="hidden" name="next" value={next} />}
      {locales.map((one) => (
        <Button
          variant="bare"
          key={one}
          type="submit"
          name="lang"
          value={one}
          data-value={one}
          lang={languageTag(one)}
          aria-current={one === locale ? 'true' : undefined}
        >
          {localeNames[one]}
        </Button>
      ))}
    </Inline>
  );
}
