import { client } from '#client/api.ts';
import { alertMessage, openFragment } from '#client/dialogs.ts';
import editor from '#ui/form/editor.module.css';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RemoteSelect } from '#ui/form/remote-select.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { FormOf } from '#ui/kit/form.ts';
import type { BookWords } from '../book.messages.ts';
import { type ReferenceField, referenceColumns } from '../fields/book-fields.rules.ts';
import type { bookApi } from '../record/book.contract.ts';
import type { EditorValues } from './book-values.rules.ts';

const call = client<typeof bookApi>();

interface SeriesLevelFieldsProps {
  form: FormOf<EditorValues>;
}

/** Series, level, category and age group: chosen from existing ones or created on the spot. */
export function SeriesLevelFields({ form }: SeriesLevelFieldsProps) {
  const t = useT<BookWords>();
  const serIdx = form.values.ser_idx?.value ?? '';
  const newLevel = async () => {
    if (serIdx !== '') return openFragment(`/series/level/create?ser_idx=${serIdx}`);
    await alertMessage(t('BOOK-41'));
    return undefined;
  };
  return (
    <>
      <SeriesLevelField
        form={form}
        of="series"
        placeholder={t('BOOK-92')}
        create={() => openFragment('/series/create')}
        required
      />
      <SeriesLevelField
        form={form}
        key={serIdx}
        of="level"
        serIdx={serIdx}
        placeholder={serIdx === '' ? t('BOOK-41') : t('BOOK-93')}
        create={newLevel}
        required
      />
      <SeriesLevelField form={form} of="category" create={() => openFragment('/category/create')} />
      <SeriesLevelField form={form} of="age_group" create={() => openFragment('/agegroup/create')} />
    </>
  );
}

interface SeriesLevelFieldProps extends SeriesLevelFieldsProps {
  of: ReferenceField;
  /** For choices that belong to a series: its key, '' while none is chosen. */
  serIdx?: string;
  placeholder?: string;
  required?: boolean;
  /** Opens the dialog that creates a new one; returns its result. */
  create: () => Promise<unknown>;
}

function SeriesLevelField({ form, of, serIdx, placeholder, required, create }: SeriesLevelFieldProps) {
  const t = useT<BookWords>();
  const column = referenceColumns[of];
  const label = t(`book.field_${of}`);
  // A level belongs to its series.
  const choose = (choice: Choice | null) => {
    const moved = column === 'ser_idx' && choice?.value !== form.values.ser_idx?.value;
    form.setValues({ [column]: choice, ...(moved && { lev_idx: null }) });
  };
  const load = async () => {
    const { results } = await call('GET /api/v1/book/choice', {
      query: { of, ...(serIdx && { ser_idx: Number(serIdx) }) },
    });
    return results;
  };
  const make = async () => {
    const made = await create();
    if (isMade(made)) choose({ value: String(made.id), label: made.title });
  };
  return (
    <div className={editor.choice} data-field={column}>
      <RemoteSelect
        label={label}
        name={column}
        value={form.values[column]}
        onChange={choose}
        load={load}
        error={form.errors[column]}
        required={required}
        disabled={serIdx === ''}
        placeholder={placeholder}
        emptyLabel={of === 'level' ? t('BOOK-91') : undefined}
      />
      <Button onClick={() => void make()} aria-label={t('book.new_choice', { label })}>
        +
      </Button>
    </div>
  );
}

/** The result of the dialogs that create a series, level, category or age group. */
const isMade = (value: unknown): value is { id: number; title: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'title' in value;
