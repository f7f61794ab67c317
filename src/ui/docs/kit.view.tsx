import { useState } from 'react';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Frame, Noted } from '../kit/card.tsx';
import { Checkbox, Choices, Radio, RadioGroup, Switch } from '../kit/choice.tsx';
import { DropPanel } from '../kit/drop-panel.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { FileButton } from '../kit/file-button.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { Input } from '../kit/input.tsx';
import { Acts, Grid, Inline, Stack } from '../kit/layout.tsx';
import { Link } from '../kit/link.tsx';
import { Menu, RowMenu } from '../kit/menu.tsx';
import { Note } from '../kit/note.tsx';
import { Progress } from '../kit/progress.tsx';
import { Segment } from '../kit/segment.tsx';
import { Spinner } from '../kit/spinner.tsx';
import { Split } from '../kit/split.tsx';
import { State } from '../kit/state.tsx';
import { Text } from '../kit/text.tsx';
import { FilterChip, Toolbar, ToolbarSearch } from '../kit/toolbar.tsx';
import { Tooltip } from '../kit/tooltip.tsx';
import { PageHead } from '../page/page-head.tsx';
import { FieldParts } from './kit-fields.tsx';
import { KitPart } from './kit-part.tsx';
import { RecordParts, TabParts } from './kit-records.tsx';

/** What screens are made of, each part in its states, for those who build them: its names are those of the code. */
export default function Kit() {
  return (
    <>
      <PageHead title="Kit" />
      <Buttons />
      <FieldParts />
      <ChoiceParts />
      <Bars />
      <TabParts />
      <RecordParts />
      <Grid least={320}>
        <Messages />
        <Texts />
        <Layouts />
      </Grid>
    </>
  );
}

const variants = ['primary', 'default', 'soft', 'plain', 'quiet', 'link'] as const;

function Buttons() {
  const t = useT();
  const files = [
    { label: 'CSV', href: '#csv' },
    { label: 'XLSX', href: '#xlsx' },
  ];
  const acts = [
    { label: t('common.edit'), note: 'E', act: () => undefined },
    { label: t('common.delete'), danger: true, act: () => undefined },
  ];
  return (
    <KitPart names={['Button', 'ButtonLink', 'FileButton', 'IconButton', 'Link', 'Menu', 'RowMenu', 'Tooltip']}>
      {variants.map((variant) => (
        <Inline key={variant}>
          <Button variant={variant}>{t('common.save')}</Button>
          <Button variant={variant} busy>
            {t('common.save')}
          </Button>
          <Button variant={variant} disabled>
            {t('common.save')}
          </Button>
          <Button variant={variant} danger>
            {t('common.delete')}
          </Button>
          <Button variant={variant} size="small">
            {t('common.edit')}
          </Button>
          <ButtonLink variant={variant} href="#kit">
            {t('common.history')}
          </ButtonLink>
          <code>{variant}</code>
        </Inline>
      ))}
      <Inline tight>
        <Tooltip text={t('common.edit')} keys="E">
          <IconButton label={t('common.edit')} tip="">
            <Icon name="edit" />
          </IconButton>
        </Tooltip>
        <IconButton label={t('common.more')} aria-expanded="true">
          <Icon name="more" />
        </IconButton>
        <IconButton label={t('common.close')} danger>
          <Icon name="close" />
        </IconButton>
        <IconButton label={t('common.add')} disabled>
          <Icon name="add" />
        </IconButton>
        <Menu label={t('common.export')} icon="download" items={files} />
        <FileButton size="small" onFiles={() => undefined}>
          CSV…
        </FileButton>
        <RowMenu label={t('common.more')} items={acts} />
        <Link href="#kit">{t('common.history')}</Link>
        <Link href="#kit" tone="record">
          {t('common.history')}
        </Link>
        <Link href="#kit" tone="soft">
          {t('common.history')}
        </Link>
      </Inline>
    </KitPart>
  );
}

function ChoiceParts() {
  const t = useT();
  return (
    <KitPart names={['Checkbox', 'Radio', 'RadioGroup', 'Switch', 'Choices']}>
      <Grid>
        <Choices label={t('common.actions')} error={t('select.empty')}>
          <Checkbox label={t('common.yes')} defaultChecked />
          <Checkbox label={t('common.no')} />
          <Checkbox label={t('common.none')} disabled />
        </Choices>
        <RadioGroup label={t('common.actions')} value="yes" onChange={() => undefined} required>
          <Inline>
            <Radio value="yes" label={t('common.yes')} />
            <Radio value="no" label={t('common.no')} />
          </Inline>
        </RadioGroup>
        <Stack tight>
          <Switch label={t('common.yes')} hint={t('common.optional')} defaultChecked />
          <Switch label={t('common.no')} />
          <Switch label={t('common.none')} disabled />
        </Stack>
      </Grid>
    </KitPart>
  );
}

function Bars() {
  const t = useT();
  const chip = `${t('common.title')}: EPUB`;
  return (
    <KitPart names={['Toolbar', 'ToolbarSearch', 'FilterChip', 'DropPanel']}>
      <Toolbar>
        <ToolbarSearch label={t('common.title')} />
        <FilterChip
          label={t('common.title')}
          value="EPUB"
          href="#kit"
          remove={t('table.remove_filter', { filter: chip })}
          onOpen={() => undefined}
        />
        <DropPanel label={t('table.filter')} icon="add" adds>
          <Input label={t('common.title')} />
        </DropPanel>
        <DropPanel label={t('table.columns')} icon="columns" narrow>
          <Checkbox label={t('common.title')} defaultChecked />
        </DropPanel>
        <Link href="#kit">{t('table.clear_filters')}</Link>
      </Toolbar>
    </KitPart>
  );
}

function Messages() {
  const t = useT();
  return (
    <KitPart names={['Note', 'State', 'Spinner', 'Progress', 'EmptyState']}>
      <Note tone="done" title={t('common.done')}>
        {t('common.deleted')}
      </Note>
      <Note tone="warn">{t('common.shown_once')}</Note>
      <Note tone="problem">
        <p>{t('common.not_copied')}</p>
        <Button size="small">{t('common.retry')}</Button>
      </Note>
      <Inline>
        <State tone="live">{t('common.yes')}</State>
        <State tone="warn">{t('common.no')}</State>
        <State>{t('common.none')}</State>
        <Spinner label={t('common.loading')} />
      </Inline>
      <Progress label={t('common.loading')} text={t('common.loading')} value={64} max={100}>
        <Button size="small">{t('common.cancel')}</Button>
      </Progress>
      <Progress beside label={t('common.loading')} text={t('common.loading')} />
      <EmptyState text={t('select.empty')} link={{ label: t('common.create'), href: '#kit' }} />
    </KitPart>
  );
}

const tones = ['soft', 'done', 'warn', 'problem'] as const;

function Texts() {
  const t = useT();
  const [chosen, setChosen] = useState<'all' | 'none' | 'more'>('all');
  return (
    <KitPart names={['Text', 'Segment']}>
      {tones.map((tone) => (
        <Inline key={tone} tight between>
          <Text tone={tone}>{t('common.title')}</Text>
          <Text tone={tone} size="small">
            {t('common.title')}
          </Text>
          <Text tone={tone} size="fine" number>
            1,234
          </Text>
          <code>{tone}</code>
        </Inline>
      ))}
      <Stack narrow gap={4}>
        <Text cut strong>
          Rain in the Kitchen, a story of four friends and of a house that leaks
        </Text>
        <Text lines={2}>
          Rain in the Kitchen, a story of four friends and of a house that leaks, with an afterword on how roofs are
          made
        </Text>
      </Stack>
      <Segment
        label={t('common.actions')}
        value={chosen}
        onChoose={setChosen}
        options={(['all', 'none', 'more'] as const).map((value) => ({ value, label: t(`common.${value}`) }))}
      />
    </KitPart>
  );
}

function Layouts() {
  const t = useT();
  return (
    <KitPart names={['Card', 'CardHead', 'Frame', 'Noted', 'Stack', 'Inline', 'Grid', 'Split', 'Acts']}>
      <Noted>
        <strong>{t('common.title')}</strong>
        <small>240</small>
      </Noted>
      <Stack tight>
        <Inline tight between>
          <span>{t('common.title')}</span>
          <span>{t('common.none')}</span>
        </Inline>
      </Stack>
      <Split side={120}>
        <Note tone="done">{t('common.title')}</Note>
        <Note tone="done">120</Note>
      </Split>
      <Frame as="ol">
        {(['title', 'none'] as const).map((name) => (
          <li key={name}>
            <Button variant="plain">{t(`common.${name}`)}</Button>
          </li>
        ))}
      </Frame>
      <Acts>
        <Button>{t('common.cancel')}</Button>
        <Button variant="primary">{t('common.save')}</Button>
      </Acts>
    </KitPart>
  );
}
