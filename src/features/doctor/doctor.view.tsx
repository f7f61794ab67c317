import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import { copyText } from '#client/clipboard.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame, SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import { CheckupRow } from './checkup-row.tsx';
import type { doctorApi } from './doctor.contract.ts';
import type { DoctorWords } from './doctor.messages.ts';
import { asText, byUrgency, type CheckupResult, doctorHome } from './doctor.rules.ts';

const call = client<typeof doctorApi>();
const again = () => navigateInPage(doctorHome);

/** A check; its result is null while it is under way. */
interface ShownCheck {
  check: string;
  label: string;
  result: CheckupResult | null;
}

/** Whether the installation is in order: what needs attention first, and a line for each of the others. */
export default function Doctor({ checks, at }: { checks: ShownCheck[]; at: number }) {
  const t = useT<DoctorWords>();
  const run = useAct();
  const late = useLateResults(checks, at);
  const results = checks.flatMap(({ check, result }) => result ?? late.get(check) ?? []);
  const waiting = checks.filter(({ check, result }) => !result && !late.has(check));
  const { attention, inOrder } = byUrgency(results);
  const copy = async () => {
    if (await copyText(asText(results))) await notify({ message: t('doctor.copied') });
  };
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('doctor.settings'), href: '/settings' }]} />
      <PageHead title={t('doctor.heading')} count={t('doctor.count', { count: checks.length })}>
        <Button variant="plain" onClick={() => run(copy)} disabled={waiting.length > 0}>
          {t('doctor.copy')}
        </Button>
        <Button onClick={() => run(again)}>{t('doctor.again')}</Button>
      </PageHead>
      <Text tone="soft" size="small" below={14}>
        {t('doctor.same', { command: 'npm run doctor' })}
      </Text>
      {attention.length > 0 && (
        <section>
          <SectionHead
            title={t('doctor.attention', { count: attention.length })}
            note={t('doctor.in_order_of', { count: inOrder.length, all: checks.length })}
          />
          <Frame as="ul">
            {attention.map((result) => (
              <CheckupRow key={result.check} result={result} />
            ))}
          </Frame>
        </section>
      )}
      <Stack as="section" gap={0} above={22}>
        <SectionHead title={t('doctor.in_order')} note={inOrder.length} />
        <Frame as="ul">
          {waiting.map(({ check, label }) => (
            <CheckupRow key={check} result={{ label, state: 'waiting', text: t('doctor.checking') }} />
          ))}
          {inOrder.map((result) => (
            <CheckupRow key={result.check} result={result} />
          ))}
        </Frame>
      </Stack>
    </>
  );
}

/** The results of the checks that the page did not wait for, as they come; those of another look at it are forgotten. */
function useLateResults(checks: readonly ShownCheck[], at: number): ReadonlyMap<string, CheckupResult> {
  const t = useT<DoctorWords>();
  const [late, setLate] = useState<ReadonlyMap<string, CheckupResult>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time the page is drawn anew
  useEffect(() => {
    setLate(new Map());
    let isOver = false;
    const fetchResult = async ({ check, label }: ShownCheck) => {
      const unknown = { check, label, state: 'warn', text: t('doctor.unanswered'), hint: null, act: null } as const;
      const found = await call('GET /api/v1/doctor', { query: { check } }).catch(() => undefined);
      if (!isOver) setLate((now) => new Map(now).set(check, found?.results[0] ?? unknown));
    };
    for (const one of checks) if (!one.result) void fetchResult(one);
    return () => {
      isOver = true;
    };
  }, [at, checks]);
  return late;
}
