import { useState } from 'react';
import { useFormat, useT } from '../interface.tsx';
import { Badge } from '../kit/badge.tsx';
import { Card, Facts, Pairs, SectionHead, Verbatim } from '../kit/card.tsx';
import { Dot } from '../kit/dot.tsx';
import { Face } from '../kit/face.tsx';
import { Equation } from '../kit/equation.tsx';
import { Inline } from '../kit/layout.tsx';
import { Link } from '../kit/link.tsx';
import { SegmentLinks } from '../kit/segment.tsx';
import { ShareBar, ShareName } from '../kit/share-bar.tsx';
import { State } from '../kit/state.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '../kit/table.tsx';
import { TabLink, TabLinks, Tabs } from '../kit/tabs.tsx';
import { Marked, Text } from '../kit/text.tsx';
import { KitPart } from './kit-part.tsx';

/** How a record shows its parts, and which of them is seen. */
export function TabParts() {
  const t = useT();
  const [chosen, setChosen] = useState<'title' | 'history' | 'more'>('title');
  const links = (['title', 'history', 'more'] as const).map((name, at) => ({ name, isCurrent: at === 0 }));
  return (
    <KitPart names={['TabLinks', 'TabLink', 'Tabs', 'SegmentLinks']}>
      <TabLinks label={t('record.tabs')}>
        {links.map(({ name, isCurrent }) => (
          <TabLink key={name} href={`#${name}`} isCurrent={isCurrent} note={isCurrent ? '240' : undefined}>
            {t(`common.${name}`)}
          </TabLink>
        ))}
      </TabLinks>
      <Tabs
        label={t('common.actions')}
        value={chosen}
        onChoose={setChosen}
        tabs={links.map(({ name }) => ({
          value: name,
          label: t(`common.${name}`),
          panel: <Text tone="soft">{t(`common.${name}`)}</Text>,
        }))}
      />
      <SegmentLinks
        label={t('common.history')}
        options={links.map(({ name, isCurrent }) => ({ href: `#${name}`, label: t(`common.${name}`), isCurrent }))}
      />
    </KitPart>
  );
}

const tables = ['SectionHead', 'Table', 'TableFrame', 'ColumnHead', 'RowHead', 'Cell'];
const values = ['Badge', 'Dot', 'Face', 'Facts', 'Pairs', 'Marked', 'Verbatim', 'ShareBar', 'ShareName', 'Equation'];

/** How a list or a record shows what is known. */
export function RecordParts() {
  const t = useT();
  const format = useFormat();
  return (
    <KitPart names={[...tables, ...values]}>
      <SectionHead title={t('common.title')} note="240">
        <Link href="#kit">{t('common.history')}</Link>
      </SectionHead>
      <TableFrame label={t('common.title')}>
        <Table cards>
          <thead>
            <tr>
              <ColumnHead>{t('common.title')}</ColumnHead>
              <ColumnHead>{t('common.none')}</ColumnHead>
              <ColumnHead kind="number">{t('common.all')}</ColumnHead>
              <ColumnHead kind="actions">{t('common.actions')}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {[12, 1234].map((count) => (
              <tr key={count}>
                <RowHead>Rain in the Kitchen {count}</RowHead>
                <Cell kind="cut">{t('common.shown_once')}</Cell>
                <Cell kind="number" label={t('common.all')}>
                  {format.number(count)}
                </Cell>
                <Cell kind="actions">
                  <Link href="#kit">{t('common.edit')}</Link>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      <Inline>
        <Badge>{t('common.none')}</Badge>
        <Badge tone="live">{t('common.yes')}</Badge>
        <Badge tone="warn">{t('common.no')}</Badge>
        <Dot hollow />
        <Dot />
        <Dot tone="live" />
        <Dot tone="warn" />
        <Dot tone="problem" />
        <Face name="Ada" />
      </Inline>
      <Facts>
        <div>
          <dt>{t('common.title')}</dt>
          <dd>Rain in the Kitchen</dd>
        </div>
        <div>
          <dt>{t('common.all')}</dt>
          <dd>
            <State tone="live">{t('common.yes')}</State>
          </dd>
        </div>
      </Facts>
      <Pairs>
        <dt>{t('common.title')}</dt>
        <dd>Rain in the Kitchen</dd>
        <dt>{t('common.all')}</dt>
        <dd>1,234</dd>
      </Pairs>
      <Marked>
        <del>12</del> → <ins>1,234</ins>
      </Marked>
      <ShareBar
        parts={[
          { tone: 'ahead', value: 7 },
          { tone: 'live', value: 3 },
          { tone: 'bad', value: 2 },
        ]}
      />
      <Equation
        of={{ name: 'all', label: t('common.title'), value: 10 }}
        plus={[
          { name: 'live', label: t('common.yes'), value: 3, tone: 'live' },
          { name: 'ahead', label: t('common.no'), value: 7, tone: 'ahead', href: '#kit' },
        ]}
      />
      <ShareName tone="live">{t('common.yes')}</ShareName>
      <Text as="strong" size="figure">
        1,234
      </Text>
      <Card as="div" tone="warn">
        <Verbatim>{'{ "title": "Rain in the Kitchen" }'}</Verbatim>
      </Card>
    </KitPart>
  );
}
