import { useFormat, useT } from '#ui/interface.tsx';
import type { CodeWords } from '../code.messages.ts';
import { showCode } from '../code.rules.ts';
import styles from './change.module.css';
import { leftReasons } from './change.rules.ts';
import type { ChangeFigures as Figures } from './use-change-figures.ts';

/** The effect of a change: how many codes change and how many stay, with reasons and examples. */
export function ChangeFigures({ of: { foreseen, problem } }: { of: Figures }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const examples = (codes: readonly string[]) =>
    codes.length > 0 && <small>{t('code.change_examples', { codes: codes.map(showCode).join(', ') })}</small>;
  return (
    <div role="status" className={styles.figures}>
      {problem !== null && <p className={styles.problem}>{problem}</p>}
      {foreseen && (
        <>
          <p>
            <b>
              {foreseen.changed === 0 ? t('code.change_none') : t('code.change_changed', { count: foreseen.changed })}
            </b>{' '}
            {examples(foreseen.first.changed)}
          </p>
          {foreseen.count > foreseen.changed && (
            <p>{t('code.change_left', { count: foreseen.count - foreseen.changed })}</p>
          )}
          <ul>
            {leftReasons.map((reason) => {
              const count = foreseen.left[reason];
              if (count === undefined) return null;
              const codes = foreseen.first.left.filter((one) => one.reason === reason).map(({ code }) => code);
              const values = { reason: t(`code.left_${reason}`), count: format.number(count) };
              return (
                <li key={reason}>
                  {t('code.change_reason', values)} {examples(codes)}
                </li>
              );
            })}
          </ul>
          {foreseen.delivered?.map(({ to, day, codes }) => (
            <p key={`${day} ${to}`}>{t('code.delivered_before', { to, day: format.calendarDay(day), codes })}</p>
          ))}
        </>
      )}
    </div>
  );
}
