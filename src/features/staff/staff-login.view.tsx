import { useEffect, useRef } from 'react';
import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { Icon } from '#ui/icon.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
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
    <Frame className={styles.card}>
      <h1>
        <img src="/public/icon.svg" alt="" width="32" height="32" />
        {t('common.product')}
      </h1>
      {passkey.isAtDevice && <FollowDevice onCancel={passkey.cancel} />}
      <div hidden={passkey.isAtDevice}>
        {said && (
          <p role="alert" className={styles.problem}>
            {said}
          </p>
        )}
        {passkey.isOffered && said === null && <PasskeyFirst onUse={passkey.begin} />}
        <PasswordForm id={id} next={next} first={!passkey.isOffered || said !== null} failed={passkey.problem} />
        {passkey.isOffered && said !== null && (
          <p className={styles.aside}>
            <Button variant="link" onClick={passkey.begin}>
              <Icon name="fingerprint" /> {t('staff.passkey_use_another')}
            </Button>
          </p>
        )}
        {passkeys.addressWithout !== null && (
          <p className={styles.aside}>{t('staff.passkeys_address', { address: passkeys.addressWithout })}</p>
        )}
        {forgotten && (
          <p className={styles.aside}>
            <a href="/login/forgotten">{t('staff.forgotten')}</a>
          </p>
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
      <Button variant="primary" onClick={onUse}>
        <Icon name="fingerprint" /> {t('staff.passkey_use')}
      </Button>
      <p>{t('staff.passkey_or')}</p>
    </div>
  );
}

/** While the device asks its owner. */
function FollowDevice({ onCancel }: { onCancel: () => void }) {
  const t = useT<StaffWords>();
  return (
    <div className={styles.follow} role="status">
      <Icon name="fingerprint" size={44} />
      <h2>{t('staff.passkey_follow')}</h2>
      <p>{t('staff.passkey_follow_text')}</p>
      <Button variant="plain" onClick={onCancel} autoFocus>
        {t('common.cancel')}
      </Button>
    </div>
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
    <form
      method="post"
      action={listUrl('/login', { lang: locale, next: next === '/' ? '' : next })}
      className={styles.form}
    >
      <label>
        {t('staff.id')}
        <input
          ref={field}
          name="id"
          defaultValue={id}
          // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- the standard's token for passkeys is unknown to it
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          required
          autoFocus={id === ''}
        />
      </label>
      <label>
        {t('staff.password')}
        <input
          type="password"
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          required
          autoFocus={id !== ''}
        />
      </label>
      <Button variant="bare" type="submit" data-second={!first || undefined}>
        {t('staff.sign_in')}
      </Button>
    </form>
  );
}

function SingleSignOn({ name, next }: { name: string | null; next: string }) {
  const t = useT<StaffWords>();
  return (
    <a href={listUrl('/login/oidc', { next: next === '/' ? '' : next })} className={styles.provider}>
      {name === null ? t('staff.sso_button_plain') : t('staff.sso_button', { name })}
    </a>
  );
}

/** Also a plain form; with script, the shell's own language menu replaces it and stores the choice in cookies. */
function LanguageChoice({ next }: { next: string }) {
  const { locale } = useInterface();
  return (
    <form method="get" action="/login" className={styles.languages} data-choose="language">
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
    </form>
  );
}
