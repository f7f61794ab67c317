import { useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { codeLength, readCode } from '#features/code/code.public.tsx';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Learner } from '../learner.contract.ts';
import type { triesApi } from './tries.contract.ts';

const call = client<typeof triesApi>();

interface TriesIn {
  locale: Locale;
  tries: Learner['tries'];
}

/** Whether the code that was read out is one that the learner tried. */
export interface Compared {
  isTried: boolean;
}

/** Tells tries in another language, and compares a code that is read out with them as soon as it is whole. */
export function useTries({ ref, tries, locale }: TriesIn & { ref: string }) {
  const [other, setOther] = useState<TriesIn | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  const last = useRef('');
  const params = { ref };
  const showIn = async (wanted: Locale) => {
    if (wanted === locale) return setOther(null);
    const { results } = await call('GET /api/v1/learner/:ref/tries', { params, query: { lang: wanted } });
    setOther({ locale: wanted, tries: results.slice(0, tries.length) });
  };
  const compare = async (said: string) => {
    const code = readCode(said);
    last.current = code;
    setCompared(null);
    if (code.length !== codeLength) return;
    const { results } = await call('GET /api/v1/learner/:ref/tries', { params, query: { code } });
    if (last.current === code) setCompared({ isTried: results.length > 0 });
  };
  return { shown: other ?? { locale, tries }, showIn, compared, compare };
}
