import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { saysOneOf, type WantedTerm, withTermsMarked } from '#kernel/text/house-terms.rules.ts';
import { shortened } from '#kernel/text/word-diff.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { LocalizeWords } from './localize.messages.ts';
import { Pieces } from './pieces.tsx';

interface TextTermsProps {
  terms: readonly WantedTerm[];
  /** The English, and the text as it is typed, both in plain words. */
  english: string;
  text: string;
  locale: Locale;
}

// The characters shown around a term.
const around = 24;

/** What the house calls what the English says, and where the text says something else. */
export function TextTerms({ terms, english, text, locale }: TextTermsProps) {
  const t = useT<LocalizeWords>();
  if (terms.length === 0) return null;
  return (
    <Stack as="ul" gap={6} aria-label={t('localize.desk_terms')}>
      {terms.map(({ term, href, note, kept, forms }) => (
        <li key={href}>
          <a href={href} lang="en">
            {term}
          </a>{' '}
          → <b lang={languageTag(locale)}>{forms.join(', ')}</b>
          <Text as="span" tone="soft" size="fine">
            {[kept ? t('localize.desk_term_kept') : '', note].filter(Boolean).map((one) => ` · ${one}`)}
          </Text>
          {text.trim() !== '' && !saysOneOf(text, forms) && (
            <Text as="div" size="fine">
              <State tone="warn">{t('localize.desk_term_unsaid')}</State>{' '}
              <span lang="en">
                <Pieces of={shortened(withTermsMarked(english, [term]), around)} />
              </span>
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
