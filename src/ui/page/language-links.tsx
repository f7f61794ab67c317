import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useInterface } from '../interface.tsx';
import { SegmentLinks } from '../kit/segment.tsx';

/** The languages as links, which end with the language; the present one is marked. */
export function LanguageLinks({ label, href }: { label: string; href: string }) {
  const { locale } = useInterface();
  return (
    <SegmentLinks
      label={label}
      options={locales.map((one) => ({
        href: href + one,
        label: <span lang={languageTag(one)}>{localeNames[one]}</span>,
        isCurrent: one === locale,
      }))}
    />
  );
}
