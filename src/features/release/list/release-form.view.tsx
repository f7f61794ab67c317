import { type ApiError, client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { isSecondTime, localTime } from '#kernel/text/zoned-time.rules.ts';
import { FieldMarks } from '#ui/form/field-marks.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { ChangeFields, useReleaseFields } from '../parts/release-fields.tsx';
import type { ReleaseApi } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { releaseHref } from '../release.rules.ts';

const call = client<ReleaseApi>();

interface ReleaseFormProps {
  /** Null for a new one. */
  release: { rel_idx: number; name: string; apply_at: number; version: number } | null;
  /** The day to begin with, 'YYYY-MM-DD', if one was chosen. */
  day: string | null;
}

/** The dialog that names a release and sets its time; finishes with what was made, or its number and the act. */
export default function ReleaseForm({ release, day }: ReleaseFormProps) {
  const t = useT<ReleaseWords>();
  const { timeZone } = useInterface();
  const at = release?.apply_at ?? 0;
  const time =
    at > 0
      ? { local: localTime(timeZone, at), isSecond: isSecondTime(timeZone, at) }
      : { local: day === null ? '' : `${day}T00:00`, isSecond: false };
  const fields = useReleaseFields(release?.name ?? '', time);
  const save = async () => {
    const body = fields.body();
    const { results } = release
      ? await call('PUT /api/v1/release/:rel_idx', {
          params: { rel_idx: release.rel_idx },
          body: { ...body, version: release.version },
        })
      : await call('POST /api/v1/release', { body });
    const { rel_idx, act_idx } = results;
    await finishFragment(
      release ? { rel_idx, act: act_idx } : { id: rel_idx, title: body.name, at: releaseHref(rel_idx), undo: act_idx },
    );
  };
  const again = release && {
    isGone: ({ code }: ApiError) => code === 'release.was_cancelled',
    create: async () => {
      const params = { rel_idx: release.rel_idx };
      const { results } = await call('POST /api/v1/release/:rel_idx/copy', { params, body: fields.body() });
      const { rel_idx, left_out, act_idx } = results;
      await finishFragment({ rel_idx, left_out, act: act_idx });
    },
  };
  const submission = useSubmit(save, undefined, again ?? undefined);
  return (
    <form onSubmit={submission.submit}>
      <h2>{release ? t('release.edit') : t('release.create')}</h2>
      <Stack>
        <FormProblem of={submission} title={t('release.save_failed')} />
        <FieldMarks of={release && { kind: 'release', id: release.rel_idx }}>
          <ChangeFields of={fields} submission={submission} isFirst />
        </FieldMarks>
        <Acts>
          <Button variant="primary" type="submit" busy={submission.pending}>
            {t('common.save')}
          </Button>
        </Acts>
      </Stack>
    </form>
  );
}
