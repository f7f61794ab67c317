import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { longList } from './long-list.ts';

const body = z.strictObject({ ids: longList(z.string().max(9).transform(Number), { min: 1, max: 20_000 }) });
const problemsOf = async (ids: unknown) =>
  (await body.safeParseAsync({ ids }, { reportInput: true })).error?.issues.map(({ path, code, input }) => ({
    path: path.join('.'),
    code,
    input,
  }));

describe('A long list', () => {
  test('has its values in their order', async () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => String(index));
    expect(await body.parseAsync({ ids })).toEqual({ ids: ids.map(Number) });
  });

  test('names each wrong element with what was sent', async () => {
    expect(await problemsOf(['1', 2, '3', '4'.repeat(10)])).toEqual([
      { path: 'ids.1', code: 'invalid_type', input: 2 },
      { path: 'ids.3', code: 'too_big', input: '4444444444' },
    ]);
  });

  test('names as many as an answer can', async () => {
    expect(await problemsOf(Array.from({ length: 20_000 }, () => 1))).toHaveLength(50);
  });

  test('is refused unchecked if it is none, too short or too long', async () => {
    expect(await problemsOf('1')).toMatchObject([{ path: 'ids', code: 'invalid_type' }]);
    expect(await problemsOf([])).toMatchObject([{ path: 'ids', code: 'too_small' }]);
    expect(await problemsOf(Array.from({ length: 20_001 }, () => 1))).toMatchObject([{ path: 'ids', code: 'too_big' }]);
  });

  test('lets others have a turn while it is checked', async () => {
    const slow = longList(
      z.number().refine(() => {
        const until = performance.now() + 1;
        while (performance.now() < until);
        return true;
      }),
      { max: 100 },
    );
    let isChecked = false;
    const checking = slow.safeParseAsync(Array.from({ length: 100 }, () => 1)).then(() => {
      isChecked = true;
    });
    expect(await new Promise((resolve) => setImmediate(() => resolve(isChecked)))).toBe(false);
    await checking;
  });
});
