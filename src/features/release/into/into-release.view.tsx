import { useState, useSyncExternalStore } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { findStaged, notePut, putStaged } from '#client/staged.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Radio, RadioGroup } from '#ui/kit/choice.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { ChangeFields, useReleaseFields } from '../parts/release-fields.tsx';
import { useSetCurrent } from '../parts/use-current-release.ts';
import { useWhen } from '../parts/use-when.ts';
import type { ReleaseApi, ReleaseRow } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';

const call = client<ReleaseApi>();
const fresh = 'new';
const neverChanges = () => () => undefined;

interface IntoReleaseProps {
  releases: ReleaseRow[];
  /** The release the person works on. */
  current: number | null;
}

/** The dialog that puts a change into a release, in place of saving it: one that is open, or a new one. */
export default function IntoRelease({ releases, current }: IntoReleaseProps) {
  const t = useT<ReleaseWords>();
  const when = useWhen();
  const setCurrent = useSetCurrent();
  // Known only in the browser: undefined while the server draws the dialog.
  const staged = useSyncExternalStore(neverChanges, findStaged, () => undefined);
  const initial = releases.find(({ rel_idx }) => rel_idx === current) ?? releases[0];
  const [chosen, setChosen] = useState(initial ? String(initial.rel_idx) : fresh);
  const fields = useReleaseFields();
  const submission = useSubmit(async () => {
    if (!staged) return;
    const existing = releases.find(({ rel_idx }) => String(rel_idx) === chosen);
    const made = existing ? null : await call('POST /api/v1/release', { body: fields.body() });
    const relIdx = existing?.rel_idx ?? made?.results.rel_idx ?? 0;
    setCurrent(relIdx);
    const act = await putStaged(`/api/v1/release/${relIdx}/change`, staged);
    await finishFragment(true);
    await notePut(existing?.name ?? fields.name, act);
  });
  if (staged === null)
    return (
      <>
        <h2>{t('release.into')}</h2>
        <p>{t('release.nothing_staged')}</p>
      </>
    );
  return (
    <form onSubmit={submission.submit}>
      <h2>{staged ? `${t('release.into')}: ${staged.title}` : t('release.into')}</h2>
      <Stack>
        <FormProblem of={submission} title={t('form.put_failed')} />
        <RadioGroup name="release" label={t('release.into_which')} value={chosen} onChange={setChosen}>
          <Stack tight>
            {releases.map((release) => (
              <Radio
                key={release.rel_idx}
                value={String(release.rel_idx)}
                label={release.name}
                hint={`${when(release)} · ${t('release.changes', { count: release.count })}`}
              />
            ))}
            <Radio value={fresh} label={t('release.into_new')} />
          </Stack>
        </RadioGroup>
        {chosen === fresh && <ChangeFields of={fields} submission={submission} />}
        <Acts>
          <Button variant="primary" type="submit" busy={submission.pending} data-autofocus={initial ? '' : undefined}>
            {t('release.put_in')}
          </Button>
        </Acts>
      </Stack>
    </form>
  );
}
