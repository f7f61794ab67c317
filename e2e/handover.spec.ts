import { expect, open, test } from './office.ts';

test('what a disabled colleague leaves is handed over by kind, some of it ends, and one press undoes it', async ({
  page,
  office,
}) => {
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`${office.url}/api/v1/${path}`, {
      data,
      headers: { origin: office.url },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const person = { is_admin: true, password: 'a long enough password' };
  await send('staff', { ...person, staff_id: 'theo', name: 'Theo Park' });
  await send('staff', { ...person, staff_id: 'minji', name: 'Minji Lee' });
  for (const name of ['City portal', 'Shelf display']) await send('api_key', { name, scope: 'read' });
  for (const name of ['Spring list', 'Winter launch']) await send('release', { name });
  await office.sql("update api_key set created_by = 'theo'");
  await office.sql("update release set created_by = 'theo'");

  await open(page, office, '/staff');
  await page.getByRole('button', { name: 'More: theo' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('link', { name: 'Hand over: theo' }).click();
  await expect(page.getByRole('heading', { name: 'Hand over from Theo Park' })).toBeVisible();
  const act = page.getByRole('button', { name: /^(Hand over|End)/ });
  await expect(act).toBeDisabled();
  await page.getByLabel('Everything to').selectOption({ label: 'Minji Lee' });
  await expect(act).toHaveText('Hand over 4');
  await page.getByRole('button', { name: 'Choose from 2 of API keys' }).click();
  await page.getByRole('checkbox', { name: 'Shelf display' }).uncheck();
  await page.getByLabel('API keys goes to').selectOption({ label: 'End now' });
  await expect(act).toHaveText('Hand over 2, end 1');
  await act.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over 2, end 1' }).click();
  await expect(page.getByText('1 thing still belongs to Theo Park')).toBeVisible();
  const owners = () => office.sql('select created_by from release');
  expect(await owners()).toEqual([{ created_by: 'minji' }, { created_by: 'minji' }]);
  expect(await office.sql('select name, created_by from api_key')).toEqual([
    { name: 'Shelf display', created_by: 'theo' },
  ]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(owners).toEqual([{ created_by: 'theo' }, { created_by: 'theo' }]);
  await expect(page.getByText('3 things still belong to Theo Park')).toBeVisible();
});
