import { Fragment, useId, useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import type { ReleaseApi, ReleaseChange } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import type { Decision } from '../release.rules.ts';
import { ChangedRows } from './changed-rows.tsx';
import { ChangedSounds, ChangedValue } from './changed-value.tsx';
import styles from './release-record.module.css';
import { useTakeOut } from './use-take-out.ts';

const call = client<ReleaseApi>();

/** A conflict and its two values, of which one is chosen; the button names what it does. */
export function ConflictPanel({ relIdx, change }: { relIdx: number; change: ReleaseChange }) {
  const t = useT<ReleaseWords>();
  const run = useAct();
  const heading = useId();
  const takeOut = useTakeOut(relIdx);
  const [decision, setDecision] = useState<Decision>('anyway');
  const { conflict, title, chg_idx, version } = change;
  if (!conflict) return null;
  const decide = async () => {
    const params = { rel_idx: relIdx, chg_idx };
    const body = { decide: decision, version };
    const { results } = await call('PUT /api/v1/release/:rel_idx/change/:chg_idx', { params, body });
    reloadWith(t('release.decided'), results.act_idx);
  };
  const [only] = conflict.fields.length === 1 ? conflict.fields : [];
  const options = [
    { value: 'anyway', note: t('release.ours'), side: 'after' },
    { value: 'rebase', note: t('release.theirs'), side: 'before' },
  ] as const;
  const agree = {
    anyway: only
      ? t('release.apply_ours', { value: shown(only.after, t('release.nothing')) })
      : t('release.apply_ours_all'),
    rebase: only
      ? t('release.take_theirs', { value: shown(only.before, t('release.nothing')) })
      : t('release.take_theirs_all'),
  };
  return (
    <Card className={styles.conflict} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p>{conflict.text}</p>
      {conflict.gone || conflict.fields.length === 0 ? (
        <Button variant="primary" onClick={() => takeOut(chg_idx)}>
          {t('release.take_out')}
        </Button>
      ) : (
        <>
          <Grid even least={220} filled gap={10} below={12} above={12} role="radiogroup" aria-labelledby={heading}>
            {options.map(({ value, note, side }) => (
              <Inline
                as="label"
                key={value}
                whole
                even
                gap={10}
                pad={12}
                className={styles.side}
                data-chosen={decision === value ? '' : undefined}
              >
                <BareInput
                  type="radio"
                  name={heading}
                  value={value}
                  checked={decision === value}
                  onChange={() => setDecision(value)}
                />
                <Stack as="span" gap={0} breaks>
                  {conflict.fields.map((field) => (
                    <span key={`${field.label} ${field.before} ${field.after}`}>
                      {!only && <small>{field.label}</small>}{' '}
                      <strong>
                        <ChangedValue of={field} side={side} nothing={t('release.nothing')} />
                      </strong>{' '}
                    </span>
                  ))}
                  <small>{note}</small>
                </Stack>
              </Inline>
            ))}
          </Grid>
          {conflict.fields.map((field) => (
            <Fragment key={`${field.label} ${field.before} ${field.after}`}>
              <ChangedSounds of={field} labels={{ before: t('release.theirs'), after: t('release.ours') }} />
              {field.table && <ChangedRows of={field.table} label={field.label} />}
            </Fragment>
          ))}
          <Button variant="primary" onClick={() => run(decide, t('release.decide_failed'))}>
            {agree[decision]}
          </Button>
        </>
      )}
    </Card>
  );
}

// A value in a button is a name for it, not the whole text.
const longestNamed = 60;

function shown(value: string, nothing: string): string {
  if (value === '') return nothing;
  return value.length > longestNamed ? `${value.slice(0, longestNamed)}…` : value;
}
