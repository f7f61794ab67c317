import type { CSSProperties } from 'react';
import type { CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Card, SectionHead } from '#ui/kit/card.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import { FigureCodes } from './figure-codes.tsx';
import styles from './statement.module.css';
import type { Statement } from './statement.read.ts';
import { differenceOf, flows, type StatementFigures, signOf } from './statement.rules.ts';

/** A bar of the drawing, from the codes there were to those there are. */
interface Bar {
  name: keyof StatementFigures;
  from: number;
  to: number;
}

function barsOf(figures: StatementFigures): Bar[] {
  let level = figures.opening;
  const steps = flows.map((name) => {
    const from = level;
    level += signOf[name] * figures[name];
    return { name, from, to: level };
  });
  return [
    { name: 'opening', from: 0, to: figures.opening },
    ...steps,
    { name: 'closing', from: 0, to: figures.closing },
  ];
}

/** The unused codes falling and rising from the opening to the closing, so that one sees where they went. */
export function StatementFall({ statement, custIdx }: { statement: Statement; custIdx: number }) {
  const t = useT<CodeWords>();
  const { figures, isRunning, replaced } = statement;
  const { opening, closing } = figures;
  const bars = barsOf(figures);
  const top = Math.max(1, ...bars.flatMap(({ from, to }) => [from, to]));
  const off = differenceOf(figures);
  return (
    <Card>
      <SectionHead
        title={t('code.statement_unused')}
        note={t(isRunning ? 'code.statement_ends_now' : 'code.statement_ends', { opening, closing })}
      >
        {off === 0 ? (
          <State tone="live">{t('code.statement_adds_up')}</State>
        ) : (
          <Text as="strong" tone="problem" role="alert">
            {t('code.statement_off', { count: Math.abs(off) })}
          </Text>
        )}
      </SectionHead>
      <dl className={styles.fall}>
        {bars.map((bar) => (
          <Fall key={bar.name} {...bar} top={top} statement={statement} custIdx={custIdx} />
        ))}
      </dl>
      {replaced > 0 && (
        <Text tone="soft" size="small" data-key="replaced">
          {t('code.statement_replaced', { count: replaced })}
        </Text>
      )}
    </Card>
  );
}

interface FallProps extends Bar {
  top: number;
  statement: Statement;
  custIdx: number;
}

function Fall({ name, from, to, top, statement, custIdx }: FallProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const count = statement.figures[name];
  const isEnd = name === 'opening' || name === 'closing';
  const sign = isEnd || count === 0 ? '' : signOf[name] > 0 ? '+' : '−';
  const share = (codes: number) => `${(codes / top) * 100}%`;
  const extent = { bottom: share(Math.min(from, to)), height: share(Math.abs(to - from)) };
  const line = isEnd ? 'end' : count === 0 ? 'none' : signOf[name] > 0 ? 'in' : 'out';
  return (
    <div data-line={line} style={{ '--tone': `var(--${line})` } as CSSProperties}>
      <dt>{t(`code.line_${name}`)}</dt>
      <dd>
        <span className={styles.track}>
          <span className={styles.bar} style={extent} />
          <strong style={{ bottom: share(Math.max(from, to)) }}>
            <FigureCodes of={{ cust_idx: custIdx }} figure={name} count={count} statement={statement}>
              {`${sign}${format.number(count)}`}
            </FigureCodes>
          </strong>
        </span>
      </dd>
    </div>
  );
}
