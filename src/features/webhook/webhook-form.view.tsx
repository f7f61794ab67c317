import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { IssuedSecret } from '#ui/form/issued-secret.tsx';
import { useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import { Checkbox, Choices } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { WebhookRecord, webhookApi } from './webhook.contract.ts';
import type { WebhookWords } from './webhook.messages.ts';
import { useWebhookTexts } from './webhook-texts.tsx';

const call = client<typeof webhookApi>();
type Kinds = WebhookRecord['kinds'];

interface WebhookFormProps {
  /** Null for a new webhook. */
  webhook: WebhookRecord | null;
  /** All available kinds. */
  kinds: Kinds;
}

type WebhookValues = Pick<WebhookRecord, 'name' | 'url' | 'kinds' | 'active'>;

const storedOf = (webhook: WebhookRecord | null, all: Kinds) => ({
  values: {
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? all,
    active: webhook?.active ?? true,
  },
  version: webhook?.version,
});

/** The dialog that adds a webhook and then shows its secret once, or edits one. */
export default function WebhookForm({ webhook, kinds: all }: WebhookFormProps) {
  const t = useT<WebhookWords>();
  const { record, made } = useWebhookForm(webhook, all);
  const { form, ref, submission } = record;
  const { kindText } = useWebhookTexts();
  if (made) return <Made name={form.values.name} {...made} />;
  const labels = {
    name: t('webhook.field_name'),
    url: t('webhook.field_url'),
    kinds: t('webhook.field_kinds'),
    active: t('webhook.field_active'),
  };
  const textOf = (name: keyof typeof labels, values: WebhookValues) => {
    if (name === 'kinds') return values.kinds.map(kindText).join(', ');
    return name === 'active' ? t(`webhook.state_${values.active ? 'active' : 'paused'}`) : values[name];
  };
  const refused = Object.keys(form.errors).length > 0;
  const choose = (kind: Kinds[number], chosen: boolean) =>
    form.setFieldValue(
      'kinds',
      all.filter((one) => (one === kind ? chosen : form.values.kinds.includes(one))),
    );
  return (
    <DialogForm
      ref={ref}
      of={submission}
      heading={t(webhook ? 'webhook.edit' : 'webhook.create')}
      failed={t(webhook ? 'webhook.edit_failed' : 'webhook.add_failed')}
      isSaidByField={refused || record.conflict !== null}
      submit={t(webhook ? 'common.save' : 'common.create')}
      above={<ConflictReview of={record} labelOf={(name) => labels[name as keyof typeof labels]} textOf={textOf} />}
    >
      <Input
        {...form.getInputProps('name')}
        label={labels.name}
        hint={t('webhook.name_hint')}
        name="name"
        maxLength={200}
        required
        autoComplete="off"
      />
      <Input
        {...form.getInputProps('url')}
        label={labels.url}
        name="url"
        type="url"
        placeholder="https://"
        maxLength={2000}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <Choices
        label={labels.kinds}
        error={form.errors['kinds'] && <span role="alert">{form.errors['kinds']}</span>}
        least={170}
      >
        {all.map((kind) => (
          <Checkbox
            key={kind}
            name="kinds"
            label={kindText(kind)}
            checked={form.values.kinds.includes(kind)}
            onChange={(event) => choose(kind, event.currentTarget.checked)}
          />
        ))}
      </Choices>
      <Checkbox
        name="active"
        label={labels.active}
        hint={t('webhook.active_hint')}
        checked={form.values.active}
        onChange={(event) => form.setFieldValue('active', event.currentTarget.checked)}
      />
    </DialogForm>
  );
}

interface Issued {
  id: number;
  secret: string;
  /** The act that created it. */
  undo: number | undefined;
}

async function create(values: WebhookValues) {
  const { results } = await call('POST /api/v1/webhook', { body: values });
  return { version: 1, issued: { id: results.wh_idx, secret: results.secret, undo: results.act_idx } };
}

function useWebhookForm(webhook: WebhookRecord | null, all: Kinds) {
  const t = useT<WebhookWords>();
  const [made, setMade] = useState<Issued | null>(null);
  const params = { wh_idx: webhook?.wh_idx ?? 0 };
  const record = useRecordForm<WebhookValues, { version: number; issued?: Issued }>({
    initial: storedOf(webhook, all),
    save: async ({ values, version }) => {
      if (webhook) {
        const { results } = await call('PUT /api/v1/webhook/:wh_idx', { params, body: { ...values, version } });
        return { version: results.version };
      }
      return create(values);
    },
    onSaved: ({ issued }, merged) => {
      if (issued) setMade(issued);
      else void finishFragment({ merged });
    },
    again: webhook
      ? { lost: t('webhook.again_lost'), create, onCreated: ({ issued }) => issued && setMade(issued) }
      : undefined,
    load: async () => storedOf((await call('GET /api/v1/webhook/:wh_idx', { params })).results, all),
  });
  return { record, made };
}

function Made({ name, id, secret, undo }: Issued & { name: string }) {
  const t = useT<WebhookWords>();
  return (
    <IssuedSecret
      heading={t('webhook.created')}
      label={t('webhook.secret_of', { name })}
      secret={secret}
      hint={t('webhook.secret_hint')}
      result={{ id, title: name, undo }}
    />
  );
}
