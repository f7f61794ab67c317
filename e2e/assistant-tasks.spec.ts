import { connectAssistant, rowsIn } from '../src/features/assistant/assistant.fixture.ts';
import { prepareTasks, staffTasks } from '../src/features/assistant/assistant-tasks.fixture.ts';
import { expect, type Office, open, test } from './office.ts';

/** Issues three codes as the office does, by a job. */
async function addBatch(office: Office, of: { cust_idx: number; cidx: number; title: string }): Promise<number> {
  const terms = { price: '1000', currency: 'KRW', length: 30, valid_from: 0, valid_until: 0, memo: '', count: 3 };
  const { cg_idx } = await (await office.client()).results('POST', '/api/v1/code/batch', { ...of, ...terms });
  await expect
    .poll(() => office.sql('select status from code_batch where cg_idx = $1', [cg_idx]))
    .toEqual([{ status: 'issued' }]);
  return cg_idx;
}

test('twenty tasks of staff, each proposed by an assistant, are applied by a person in a browser and undone whole', async ({
  page,
  office,
}) => {
  // Twenty journeys in one.
  test.slow();
  const http = await office.client();
  const known = await prepareTasks({
    http,
    sql: office.sql,
    now: () => new Date(),
    addBatch: (of) => addBatch(office, of),
  });
  const may = ['read', 'codes', 'learners', 'propose'];
  const made = await Promise.all(
    // A key may use a limited number of tools in a minute.
    [1, 2].map((n) => http.results('POST', '/api/v1/api_key', { name: `Helper ${n}`, scope: 'assistant', may })),
  );
  const [first, second] = await Promise.all(
    made.map(({ key, key_idx: keyIdx }) => connectAssistant(office.url, { key, keyIdx })),
  );
  if (!first || !second) throw new Error('There is no assistant');
  const tasks = Object.entries(staffTasks);
  expect(tasks.length).toBe(20);
  const read = () => rowsIn(office.sql, 'content');
  for (const [index, [task, steps]] of tasks.entries()) {
    await test.step(task, async () => {
      const assistant = index % 2 === 0 ? first : second;
      const before = await read();
      const { operation, ...given } = await steps(assistant, known);
      const { href } = await assistant.propose(operation, given);
      expect(await read()).toEqual(before);
      await open(page, office, href);
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await expect(page.getByText('Applied.')).toBeVisible();
      expect(await read()).not.toEqual(before);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(page.getByText(/^Undone/)).toBeVisible();
      expect(await read()).toEqual(before);
    });
  }
  await Promise.all([first.close(), second.close()]);
});
