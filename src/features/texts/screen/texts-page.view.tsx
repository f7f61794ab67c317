import { useState } from 'react';
import { goOnAt } from '#client/dialogs.ts';
import { upload } from '#client/upload/upload.ts';
import { defaultLocale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Checkbox, Choices, Radio, RadioGroup } from '#ui/kit/choice.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Grid, Inline } from '#ui/kit/layout.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { untilGone } from '#ui/upload/use-upload.ts';
import type { TextImportRow } from '../import/text-import.store.ts';
import type { TextsWords } from '../texts.messages.ts';
import { maxTextFileBytes, textFiles, textForms, textSelections } from '../texts.rules.ts';
import styles from './texts.module.css';
import { useStatusNames } from './use-status-names.ts';

interface TextsPageProps {
  /** The kinds of records whose texts travel, with their names. */
  kinds: { value: string; label: string }[];
  imports: TextImportRow[];
}

/** Texts out to translators and back, with the files that came back before. */
export default function TextsPage({ kinds, imports }: TextsPageProps) {
  const t = useT<TextsWords>();
  const format = useFormat();
  const statuses = useStatusNames();
  return (
    <>
      <PageHead title={t('texts.heading')} />
      <Grid even least={340} filled gap={16} below={24}>
        <TextsOut kinds={kinds} />
        <Card aria-label={t('texts.back')} className={styles.way}>
          <h2>{t('texts.back')}</h2>
          <Uploader
            label={t('texts.choose')}
            kinds="XLSX, XLIFF, ZIP"
            hint={t('texts.choose_hint')}
            working={t('texts.reading')}
            accept={textFiles}
            maxBytes={maxTextFileBytes}
            multiple={false}
            failed={t('texts.failed')}
            check={async () => null}
            send={async ([file], options) => file && send(file, options)}
          />
        </Card>
      </Grid>
      <h2>{t('texts.earlier')}</h2>
      {imports.length === 0 ? (
        <EmptyState text={t('texts.none')} />
      ) : (
        <DataTable
          caption={t('texts.earlier')}
          path="/texts"
          query={{}}
          rows={imports}
          keyOf={(row) => row.timp_idx}
          columns={[
            {
              key: 'file',
              label: t('texts.file'),
              align: 'lead',
              render: (row) => <a href={`/texts/${row.timp_idx}`}>{row.file_name}</a>,
            },
            { key: 'state', label: t('texts.state'), render: (row) => statuses[row.status] },
            { key: 'by', label: t('texts.by'), aside: true, render: (row) => row.created_by ?? '' },
            { key: 'when', label: t('texts.when'), align: 'nowrap', render: (row) => format.dateTime(row.created_at) },
          ]}
        />
      )}
    </>
  );
}

async function send(file: File, options: Parameters<typeof upload>[2]): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  const { results } = await upload<{ results: { timp_idx: number } }>('/api/v1/texts/import', form, options);
  goOnAt(`/texts/${results.timp_idx}`);
  await untilGone();
}

/** What leaves, and a link to it. */
function TextsOut({ kinds }: Pick<TextsPageProps, 'kinds'>) {
  const t = useT<TextsWords>();
  const [what, setWhat] = useState(kinds[0]?.value ?? '');
  const [from, setFrom] = useState<string>(defaultLocale);
  const [to, setTo] = useState<string[]>([...locales]);
  const [only, setOnly] = useState<string>('all');
  const [as, setAs] = useState<string>('xlsx');
  const languages = locales.map((value) => ({ value, label: localeNames[value] }));
  const targets = languages.filter(({ value }) => value !== from);
  const wanted = targets.filter(({ value }) => to.includes(value)).map(({ value }) => value);
  const href = `/api/v1/texts?${new URLSearchParams({ what, from, to: wanted.join(','), only, as })}`;
  return (
    <Card className={styles.way} aria-label={t('texts.out')}>
      <h2>{t('texts.out')}</h2>
      <p>{t('texts.out_hint')}</p>
      <Inline>
        <Select
          label={t('texts.what')}
          options={kinds}
          value={what}
          onChange={(event) => setWhat(event.currentTarget.value)}
        />
        <Select
          label={t('texts.from')}
          options={languages}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <Select
          label={t('texts.only')}
          options={textSelections.map((value) => ({ value, label: t(`texts.only_${value}`) }))}
          value={only}
          onChange={(event) => setOnly(event.currentTarget.value)}
        />
      </Inline>
      <Choices label={t('texts.to')}>
        {targets.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={to.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              setTo((before) => locales.filter((one) => (one === value ? checked : before.includes(one))))
            }
          />
        ))}
      </Choices>
      <RadioGroup aria-label={t('texts.file')} value={as} onChange={setAs}>
        <Inline gap="8px 18px">
          {textForms.map((value) => (
            <Radio key={value} value={value} label={t(`texts.as_${value}`)} />
          ))}
        </Inline>
      </RadioGroup>
      {wanted.length > 0 && (
        <ButtonLink variant="primary" href={href} download>
          {t('texts.download')}
        </ButtonLink>
      )}
    </Card>
  );
}
