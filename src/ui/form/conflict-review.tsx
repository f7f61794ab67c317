import { useEffect, useRef } from 'react';
import { pageStaff } from '#client/session.ts';
import { useFormat, useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Inline } from '../kit/layout.tsx';
import { Table } from '../kit/table.tsx';
import { Text } from '../kit/text.tsx';
import styles from './conflict-review.module.css';
import { type FieldOf, type RecordValues, sameValue, valueOf } from './record-values.rules.ts';
import type { Conflict, RecordForm } from './use-record-form.ts';

interface ConflictReviewProps<Values extends RecordValues> {
  of: RecordForm<Values>;
  labelOf: (name: FieldOf<Values>) => string;
  /** The value of a field as shown to people. */
  textOf: (name: FieldOf<Values>, values: Values) => string;
}

/** Two people changed the same fields of one record: shows both values side by side to choose from. */
export function ConflictReview<Values extends RecordValues>(props: ConflictReviewProps<Values>) {
  const { conflict } = props.of;
  return conflict && <Review key={conflict.at} {...props} conflict={conflict} />;
}

interface ReviewProps<Values extends RecordValues> extends ConflictReviewProps<Values> {
  conflict: Conflict<Values>;
}

function Review<Values extends RecordValues>({ of, conflict, labelOf, textOf }: ReviewProps<Values>) {
  const t = useT();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { form, submission, discard } = of;
  // The same person, in another tab.
  const own = conflict.name === pageStaff() ? 'yes' : 'no';
  // The form's own type of a field is not known for a field that any form may have.
  const take = (name: FieldOf<Values>, side: Values) => form.setFieldValue(name, valueOf(side, name) as never);
  return (
    <Card className={styles.review} aria-labelledby="conflict-review">
      <h2 id="conflict-review" ref={heading} tabIndex={-1}>
        {t('form.conflict_title')}
      </h2>
      <p>{t('form.conflict_text', { name: conflict.name, own, time: format.dateTime(conflict.at) })}</p>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('form.conflict_field')}</th>
            <th scope="col">{t('form.conflict_mine')}</th>
            <th scope="col">{t('form.conflict_theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {conflict.fields.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              {[conflict.mine, conflict.theirs].map((side) => (
                <Side
                  key={side === conflict.mine ? 'mine' : 'theirs'}
                  name={`keep-${name}`}
                  text={textOf(name, side)}
                  chosen={sameValue(valueOf(form.values, name), valueOf(side, name))}
                  onChoose={() => take(name, side)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <Inline tight>
        <Button variant="primary" type="submit" busy={submission.pending}>
          {t('form.conflict_save')}
        </Button>
        <Button onClick={discard}>{t('form.conflict_reload')}</Button>
      </Inline>
    </Card>
  );
}

interface SideProps {
  name: string;
  text: string;
  chosen: boolean;
  onChoose: () => void;
}

function Side({ name, text, chosen, onChoose }: SideProps) {
  const t = useT();
  return (
    <td>
      <Inline as="label" whole tight high>
        <BareInput type="radio" name={name} checked={chosen} onChange={onChoose} />
        <Text as="span" tone={text === '' ? 'soft' : undefined}>
          {text === '' ? t('form.conflict_empty') : text}
        </Text>
      </Inline>
    </td>
  );
}
