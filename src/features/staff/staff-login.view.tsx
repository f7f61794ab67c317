import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { StaffWords } from './staff.messages.ts';
import styles from './staff-login.module.css';

interface StaffLoginProps {
  /** A path of this site. */
  next: string;
  /** The ID as typed. */
  id: string;
  problem: string | null;
  /** The single sign-on provider and its name, if there is one. */
  singleSignOn: { name: string | null } | null;
}

/** The sign-in page: plain forms that work without script. */
export default function StaffLogin({ next, id, problem, singleSignOn }: StaffLoginProps) {
  const t = useT<StaffWords>();
  const { locale } = useInterface();
  return (
    <div className={styles.card}>
      <h1>
        <img src="/public/icon.svg" alt="" width="32" height="32" />
        {t('common.product')}
      </h1>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <form
        method="post"
        action={listUrl('/login', { lang: locale, next: next === '/' ? '' : next })}
        className={styles.form}
      >
        <label>
          {t('staff.id')}
          <input
            name="id"
            defaultValue={id}
            autoComplete="username"
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
        <button type="submit">{t('staff.sign_in')}</button>
      </form>
      {singleSignOn && <SingleSignOn name={singleSignOn.name} next={next} />}
      <LanguageChoice next={next} />
    </div>
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
        <button
          key={one}
          type="submit"
          name="lang"
          value={one}
          data-value={one}
          lang={languageTag(one)}
          aria-current={one === locale ? 'true' : undefined}
        >
          {localeNames[one]}
        </button>
      ))}
    </form>
  );
}
