import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  auditedValues,
  type Fields,
  freshValues,
  labelsOf,
  refsOf,
  restoredValues,
  valuesIn,
  wordOf,
} from './record-fields.rules.ts';
import { bodyFields, newFields, portalSchemas, recordFields } from './record-fields.ts';

const fields = {
  name: { kind: 'text', label: 'tree.name', max: 5, line: true, fresh: null, portal: true },
  notes: { kind: 'text', label: 'tree.notes', max: 20, fresh: '' },
  tall: { kind: 'flag', label: 'tree.tall', portal: true },
  rings: { kind: 'whole', label: 'tree.rings', max: 900 },
  height: { kind: 'whole', label: 'tree.height', max: 900, fresh: null },
  leaves: { kind: 'choice', label: 'tree.leaves', of: ['kept', 'shed'], fresh: 'shed', words: { shed: 'tree.shed' } },
  fruit: { kind: 'choice', label: 'tree.fruit', of: ['apple', 'plum'], fresh: null, portal: true },
  forest: { kind: 'reference', label: 'tree.forest', to: 'forest' },
} as const satisfies Fields;

const Body = z.strictObject(bodyFields(fields));
const Portal = z.strictObject(portalSchemas(fields));
const fresh = { name: null, notes: '', tall: false, rings: 0, height: null, leaves: 'shed', fruit: null, forest: null };

test('a new record has the values that its fields declare, and they are a valid record', () => {
  expect(freshValues(fields)).toEqual(fresh);
  expect(z.strictObject(recordFields(fields)).parse(freshValues(fields))).toEqual(fresh);
});

test('an absent field of a body stays absent, and an emptied one is none where the field can be empty', () => {
  expect(Body.parse({})).toEqual({});
  expect(Body.parse({ name: '  ', notes: ' ', height: null, fruit: null, forest: null })).toEqual({
    name: null,
    notes: '',
    height: null,
    fruit: null,
    forest: null,
  });
});

test.each([
  { name: 'Birch!' },
  { name: 'a\nb' },
  { notes: null },
  { tall: 'yes' },
  { rings: -1 },
  { rings: 901 },
  { rings: null },
  { height: -1 },
  { leaves: null },
  { fruit: 'pear' },
  { forest: 0 },
  { bark: 'white' },
])('a body with %o is refused', (body) => {
  expect(Body.safeParse(body).success).toBe(false);
});

test('readers get only the fields meant for them, and a choice added later breaks nothing', () => {
  expect(Object.keys(Portal.shape)).toEqual(['name', 'tall', 'fruit']);
  expect(Portal.parse({ name: null, tall: true, fruit: 'pear' }).fruit).toBe('pear');
});

test('labels, the kinds referred to and the labels of values follow from the fields', () => {
  expect(labelsOf(fields)).toMatchObject({ name: 'tree.name', forest: 'tree.forest' });
  expect(refsOf(fields)).toEqual({ forest: 'forest' });
  expect([wordOf(fields, 'leaves', 'shed'), wordOf(fields, 'leaves', 'kept'), wordOf(fields, 'name', 'shed')]).toEqual([
    'tree.shed',
    undefined,
    undefined,
  ]);
});

test('the values of a row are those of the fields alone', () => {
  const row = { ...freshValues(fields), id: 1, version: 2 };
  expect(valuesIn(fields, row)).toEqual(fresh);
});

test('a new record needs the fields that are required; the others are as in a new record', () => {
  const New = z.strictObject(newFields({ ...fields, notes: { ...fields.notes, required: true } }));
  expect(New.parse({ notes: ' old ' })).toEqual({ ...fresh, notes: 'old' });
  expect(New.safeParse({}).success).toBe(false);
  expect(New.safeParse({ notes: ' ' }).success).toBe(false);
});

test('an empty text is none in the trail, and comes back as an empty text; what an act did not set stays', () => {
  expect(auditedValues(fields, { ...freshValues(fields), rings: 3 })).toEqual({ ...fresh, rings: 3, notes: null });
  const back = restoredValues(fields, { notes: null, name: null, rings: 2, bark: 'white' });
  expect(back).toEqual({ notes: '', name: null, rings: 2 });
});
