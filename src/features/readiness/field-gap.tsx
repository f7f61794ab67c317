import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import type { bookApi } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { type GapProps, GapRow } from './gap-row.tsx';

const call = client<typeof bookApi>();

type Fields = Omit<Parameters<typeof call<'PUT /api/v1/book/:bid'>>[1]['body'], 'version'>;

interface FieldGapProps extends GapProps {
  /** What is saved; null while there is nothing to save. */
  fields: Fields | null;
  /** The label of the button. */
  label: string;
  /** What is in the control was given by the person. */
  isTouched: boolean;
  children: ReactNode;
}

/** A field of the book that is empty: its control, and the button that saves it. */
export function FieldGap({
  book: { bid, version },
  requirement,
  fields,
  label,
  isTouched,
  onMended,
  children,
}: FieldGapProps) {
  const t = useT<BookWords>();
  const form = useUnsaved<HTMLFormElement>(isTouched);
  const submission = useSubmit(async () => {
    if (!fields) return;
    const { results } = await call('PUT /api/v1/book/:bid', { params: { bid }, body: { ...fields, version } });
    await onMended(t('BOOK-30'), results.act_idx);
  }, form);
  const problem =
    Object.keys(fields ?? {})
      .map(submission.fieldError)
      .find(Boolean) ?? submission.message;
  return (
    <li>
      <GapRow requirement={requirement}>
        <Inline as="form" ref={form} tight end data-inline data-screen-only onSubmit={submission.submit} noValidate>
          {children}
          <Button type="submit" size="small" disabled={fields === null || submission.pending}>
            {label}
          </Button>
        </Inline>
      </GapRow>
      {problem && (
        <Text role="alert" tone="problem" size="small" below={8}>
          {problem}
        </Text>
      )}
    </li>
  );
}
