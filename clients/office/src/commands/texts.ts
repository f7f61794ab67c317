import { command } from '../command.ts';
import { Misused, Refused } from '../failures.ts';
import type { TextImport } from '../office-types.generated.ts';
import { type Deed, dropReceipt, findReceipt, hashOfFile, keepReceipt } from '../receipts.ts';

/** Texts for translators. */
export const textsOut = command({
  name: 'texts out',
  usage: '-o FILE',
  says: 'Write the texts of collections for translators, as a sheet or as XLIFF',
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', says: 'Where to write them' },
    what: {
      type: 'string',
      value: 'KIND',
      says: 'Which records: collection, the default, or what /collection/matrix offers',
    },
    from: { type: 'string', value: 'LANGUAGE', says: 'From which language: en by default' },
    to: { type: 'string', value: 'LANGUAGES', says: 'To which, separated by commas: all by default' },
    only: { type: 'string', value: 'WHICH', says: 'all, missing or older than the original; all by default' },
    as: { type: 'string', value: 'FORM', says: 'xlsx, xliff or xliff12; xlsx by default' },
  },
  takes: [0, 0],
  run: async (parts, _args, { output, what, from, to, only, as }) => {
    if (output === undefined) throw new Misused('Say where to write the texts: office texts out -o FILE');
    const office = await parts.office();
    const { bytes } = await office.download('/api/v1/texts', { what, from, to, only, as }, output, (sent) =>
      parts.printer.progress('Receiving', sent),
    );
    return { json: { file: output, bytes }, lines: [`${output}: ${bytes} bytes.`] };
  },
});

/** Texts that came back. */
export const textsIn = command({
  name: 'texts in',
  usage: 'FILE --plan | --apply',
  says: 'Save texts that came back from translators. The same file is saved once',
  options: {
    plan: { type: 'boolean', says: 'Show what would change, and change nothing' },
    apply: { type: 'boolean', says: 'Save the texts, all or none' },
    conflicts: {
      type: 'string',
      value: 'WAY',
      says: 'What becomes of texts that were changed since the file left: keep or replace',
    },
  },
  takes: [1, 1],
  run: async (parts, [file = ''], { plan = false, apply = false, conflicts }) => {
    if (plan === apply) throw new Misused(`Say what to do with the file: office texts in ${file} --plan, or --apply`);
    const office = await parts.office();
    const deed: Deed = [office.url, 'texts', await hashOfFile(file)];
    const stateOf = (idx: number) => office.get<TextImport>(`/api/v1/texts/import/${idx}`);
    const begun = await findReceipt<number>(deed);
    let state = begun === undefined ? undefined : await stateOf(begun).catch(whereGone);
    if (state?.status === 'applied') return answerOf(state, 'The same texts were saved already.');
    if (state?.status === 'undone') state = undefined;
    if (!state) {
      await dropReceipt(deed);
      const { timp_idx } = await office.upload<{ timp_idx: number }>('/api/v1/texts/import', file, {
        onSent: (sent, size) => parts.printer.progress('Sending', sent, size),
      });
      await keepReceipt(deed, timp_idx);
      state = await stateOf(timp_idx);
    }
    if (plan) return planOf(state);
    // Another machine has saved the same.
    if (state.status === 'ready' && state.same > 0 && state.changed + state.conflicts + state.wrong === 0)
      return answerOf(state, 'All of these texts are saved already.');
    await office.post(`/api/v1/texts/import/${state.timp_idx}/apply`, conflicts === undefined ? {} : { conflicts });
    return answerOf(await stateOf(state.timp_idx), 'Saved.');
  },
});

function whereGone(error: unknown): undefined {
  if (error instanceof Refused && error.details['status'] === 404) return undefined;
  throw error;
}

const countsOf = ({ changed, same, conflicts, wrong }: TextImport) =>
  `${changed} texts changed, ${same} the same, ${conflicts} changed on both sides, ${wrong} wrong.`;

function answerOf(state: TextImport, said: string) {
  const { timp_idx, status, act_idx, changed } = state;
  return {
    json: { timp_idx, status, act_idx, changed },
    lines: [said, countsOf(state), ...(act_idx === null ? [] : [`To take it back: office undo ${act_idx}`])],
  };
}

function planOf(state: TextImport) {
  const { timp_idx, status, changed, same, conflicts, wrong, rows } = state;
  const lines = [
    countsOf(state),
    ...rows
      .slice(0, 20)
      .map(
        ({ what, label, language, state: found, message }) => `  ${what}, ${label} (${language}): ${message ?? found}`,
      ),
  ];
  const json = { timp_idx, status, changed, same, conflicts, wrong, rows };
  if (wrong === 0) return { json, lines };
  throw new Refused([...lines, 'Wrong texts cannot be saved: correct the file.'].join('\n'), {
    code: 'texts.wrong',
    ...json,
  });
}
