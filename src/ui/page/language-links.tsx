import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useInterface } from '../interface.tsx';

/** The languages as links, which end with the language; the present one is marked. */
export function LanguageLinks({ label, href }: { label: string; href: string }) {
  const { locale } = useInterface();
  return (
    <nav aria-label={label}>
      {locales.map((one) => (
        <a key={one} href={href + one} lang={languageTag(one)} aria-current={one === locale ? 'true' : undefined}>
          {localeNames[one]}
        </a>
      ))}
    </nav>
  );
}
