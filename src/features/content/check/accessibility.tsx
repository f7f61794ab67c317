import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import { Pairs } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { displayOf } from './accessibility.rules.ts';
import type { Accessibility } from './epub-check.contract.ts';

/** What readers are told of an EPUB's accessibility, in the words of the display guide. */
export function AccessibilityView({ accessibility }: { accessibility: Accessibility }) {
  const t = useT<BookWords>();
  const {
    modes,
    sufficient,
    features,
    hazards,
    conforms_to: standards,
    certified_by: certifier,
    summary,
  } = accessibility;
  const isSilent = [...modes, ...sufficient, ...features, ...hazards, ...standards].length === 0 && summary === null;
  return (
    <Stack as="section" gap={0} below={12} aria-labelledby="epub-accessibility">
      <h4 id="epub-accessibility">{t('book.a11y')}</h4>
      {isSilent ? (
        <Text tone="soft" below={8}>
          {t('book.a11y_none')}
        </Text>
      ) : (
        <Pairs>
          {displayOf(accessibility).map(({ part, statements }) => (
            <Part
              key={part}
              label={t(`book.a11y_${part}`)}
              values={[
                ...statements.map((one) => t(`book.a11y_${one}`)),
                ...(part === 'conformance' ? [...standards, ...certifiedBy(t, certifier)] : []),
              ]}
            />
          ))}
          {summary !== null && <Part label={t('book.a11y_summary')} values={[summary]} />}
        </Pairs>
      )}
    </Stack>
  );
}

const certifiedBy = (t: ReturnType<typeof useT<BookWords>>, name: string | null) =>
  name === null ? [] : [t('book.a11y_certified', { name })];

function Part({ label, values }: { label: string; values: readonly string[] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {values.map((value) => (
          <bdi key={value}>{value}</bdi>
        ))}
      </dd>
    </>
  );
}
