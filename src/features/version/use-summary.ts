import type { CollectionImageKind } from '#features/collection/collection.public.ts';
import { localeNames, parseLocale } from '#kernel/messages/locale.ts';
import type { VersionRow } from '#kernel/records/versions.ts';
import { useT } from '#ui/interface.tsx';
import type { VersionWords } from './version.messages.ts';

/** A one-line summary of what a version changed: 'Price, 3 items added'. */
export function useSummary(): (version: Pick<VersionRow, 'summary' | 'restores_number'>) => string {
  const t = useT<VersionWords>();
  const imageOf = (kind: string | undefined) => t(`collection.image_${kind as CollectionImageKind}`);
  const fieldOf = (part: string, on: boolean | undefined): string => {
    const [field = '', inner] = part.split('.');
    if (field === 'images') return imageOf(inner);
    if (field === 'adsOn') return t(on === false ? 'version.ads_off' : 'collection.field_ads_on');
    if (field === 'lock' && on === false) return t('version.unlocked');
    return t(`collection.field_${field as 'prices'}`);
  };
  return ({ summary, restores_number: restored }) => {
    // Only the first version adds this field.
    if (summary['is_public']?.added !== undefined) return t('version.created');
    const { contents, ...fields } = summary;
    const parts = Object.keys(fields).filter((part) => !part.startsWith('multi_lang_data'));
    const languages = Object.keys(fields).flatMap((part) => {
      const locale = part.startsWith('multi_lang_data.') && parseLocale(part.split('.')[1]);
      return locale ? [localeNames[locale]] : [];
    });
    const said = [
      ...parts.map((part) => fieldOf(part, fields[part]?.on)),
      ...(languages.length > 0 ? [t('version.texts', { languages: languages.join(', ') })] : []),
      ...(contents?.added ? [t('version.added', { count: contents.added })] : []),
      ...(contents?.removed ? [t('version.removed', { count: contents.removed })] : []),
    ].join(', ');
    return restored === null ? said : `${t('version.restored', { number: String(restored) })}: ${said}`;
  };
}
