import { client } from '#client/api.ts';
import { finishFragment, leaveWith } from '#client/dialogs.ts';
import { isChangedBySpreadsheet } from '#kernel/text/spreadsheet-fault.rules.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { FieldMarks } from '#ui/form/field-marks.tsx';
import { type FormValues, formValues, sentFields } from '#ui/form/field-values.rules.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import { Input, Textarea } from '#ui/kit/input.tsx';
import type { CustomerRecord, customerApi } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';
import { customerFields } from './customer-fields.rules.ts';

const call = client<typeof customerApi>();

interface CustomerFormProps {
  /** Null for a new customer. */
  customer: CustomerRecord | null;
  /** Whether codes were issued under its ID, so that it cannot change. */
  idFixed: boolean;
}

type CustomerValues = FormValues<typeof customerFields>;

const storedOf = (customer: CustomerRecord | null) => ({
  values: formValues(customerFields, customer),
  version: customer?.version,
});

const bodyOf = (values: CustomerValues) =>
  sentFields(customerFields, { ...values, cust_id: values.cust_id.toUpperCase() });

interface SavedCustomer {
  id: number;
  version: number;
  undo?: number | undefined;
  act?: number | undefined;
}

async function create(values: CustomerValues): Promise<SavedCustomer> {
  const { results } = await call('POST /api/v1/customer', { body: bodyOf(values) });
  return { id: results.cust_idx, version: 1, undo: results.act_idx };
}

/** The dialog that adds or edits a customer; finishes with its key and name, and whose changes were merged. */
export default function CustomerForm({ customer, idFixed }: CustomerFormProps) {
  const t = useT<CustomerWords>();
  const record: RecordForm<CustomerValues> = useRecordForm<CustomerValues, SavedCustomer>({
    initial: storedOf(customer),
    record: customer ? { kind: 'customer', id: customer.cust_idx } : undefined,
    save: async ({ values, version }) => {
      if (!customer) return create(values);
      const { cust_idx } = customer;
      const { results } = await call('PUT /api/v1/customer/:cust_idx', {
        params: { cust_idx },
        body: { ...bodyOf(values), version },
      });
      return { id: cust_idx, version: results.version, act: results.act_idx };
    },
    onSaved: ({ id, undo, act }, merged) =>
      void finishFragment({ id, title: record.form.getValues().name.trim(), merged, undo, act }),
    again: customer
      ? {
          create,
          onCreated: ({ id, undo }) => {
            leaveWith(t('common.made', { title: record.form.getValues().name.trim() }), `/customer/${id}`, undo);
          },
        }
      : undefined,
    load: async () => {
      const params = { cust_idx: customer?.cust_idx ?? 0 };
      return storedOf((await call('GET /api/v1/customer/:cust_idx', { params })).results);
    },
  });
  const { form, ref, submission } = record;
  const labelOf = (name: keyof CustomerValues) => t(customerFields[name].label);
  const field = (name: keyof CustomerValues) => ({
    ...form.getInputProps(name),
    label: labelOf(name),
    name,
    maxLength: customerFields[name].max,
  });
  const refused = Object.keys(form.errors).length > 0;
  const hint = isChangedBySpreadsheet(form.values.cust_id.trim()) ? t('customer.id_number') : t('customer.id_hint');
  return (
    <DialogForm
      ref={ref}
      of={submission}
      heading={customer ? t('customer.edit') : t('customer.create')}
      failed={customer ? t('customer.edit_failed') : t('customer.add_failed')}
      isSaidByField={refused || record.conflict !== null}
      submit={customer ? t('common.save') : t('CMN-05')}
      above={<ConflictReview of={record} labelOf={labelOf} textOf={(name, values) => values[name]} />}
    >
      <FieldMarks of={customer && { kind: 'customer', id: customer.cust_idx }}>
        <Input
          {...field('cust_id')}
          hint={idFixed ? t('customer.id_fixed') : <span role="status">{hint}</span>}
          readOnly={idFixed}
          required={!idFixed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Input {...field('name')} required autoComplete="off" />
        <Textarea {...field('memo')} rows={2} most={8} />
      </FieldMarks>
    </DialogForm>
  );
}
