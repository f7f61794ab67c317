import { currentItem, type PageFrame } from '#kernel/http/page-frame.rules.ts';
import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { Icon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import menu from '../kit/menu.module.css';
import { Text, Unseen } from '../kit/text.tsx';
import styles from './shell-menus.module.css';

const schemes = ['light', 'dark', 'auto'] as const;

/** The languages of the product, to choose from. */
export function LanguageMenu({ current }: { current: PageFrame['locale'] }) {
  const t = useT();
  return (
    <div>
      <Button variant="bare" popoverTarget="language-menu">
        <Icon name="language" /> <Unseen>{t('shell.language')}: </Unseen>{' '}
        <span className={styles.wide}>{localeNames[current]}</span>
      </Button>
      <div id="language-menu" popover="auto" className={styles.popover} data-choose="language">
        {locales.map((locale) => (
          <Button
            variant="bare"
            key={locale}
            className={menu.item}
            data-value={locale}
            aria-current={locale === current ? 'true' : undefined}
            lang={languageTag(locale)}
          >
            {localeNames[locale]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The screens outside the library, the appearance, and signing out for those who have no side menu. */
export function AccountMenu({ frame, name }: { frame: PageFrame; name: string }) {
  const t = useT();
  const { text } = useInterface();
  const labels = { light: t('shell.scheme_light'), dark: t('shell.scheme_dark'), auto: t('shell.scheme_auto') };
  const items = frame.menu.filter((item) => item.group === 'user');
  const here = currentItem({ ...frame, menu: items });
  return (
    <div>
      <Button variant="bare" popoverTarget="account-menu" data-here={here ? '' : undefined}>
        <Unseen>{t('shell.account')}: </Unseen>
        <span aria-hidden className={styles.avatar}>
          {Array.from(name)[0]?.toLocaleUpperCase()}
        </span>
        <span className={styles.wide}>{name}</span>
      </Button>
      <div id="account-menu" popover="auto" className={styles.popover}>
        {frame.staff?.isAdmin && (
          <div data-screens>
            {items.map((item) => (
              <a
                key={item.href}
                className={menu.item}
                href={item.href}
                aria-current={item === here ? 'page' : undefined}
              >
                {text(item.key)}
              </a>
            ))}
          </div>
        )}
        <Text tone="soft" size="fine" pad="8px 10px 2px">
          {t('shell.scheme')}
        </Text>
        <div data-choose="scheme">
          {schemes.map((scheme) => (
            <Button
              variant="bare"
              key={scheme}
              className={menu.item}
              data-value={scheme}
              aria-current={scheme === frame.scheme ? 'true' : undefined}
            >
              {labels[scheme]}
            </Button>
          ))}
        </div>
        {!frame.staff?.isAdmin && (
          <form method="post" action="/logout">
            <Button variant="bare" type="submit" className={menu.item}>
              {t('shell.sign_out')}
            </Button>
          </form>
        )}
      </div>
    </div>
  );
}
