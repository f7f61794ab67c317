import { describe, expect, test } from 'vitest';
import { isDistinct, namesId, rewriterOf } from './pseudonym.rules.ts';

const of = (id: string) => rewriterOf({ id, name: 'erased-1', refs: ['REFERENCE'], ref: 'OTHER' });

describe('An ID in a text', () => {
  test.each([
    ['kim-12', 'kim-12', 'erased-1'],
    ['kim-12', 'Asked by kim-12. (kim-12, “kim-12”)', 'Asked by erased-1. (erased-1, “erased-1”)'],
    ['kim-12', 'kim-123, akim-12, kim-12-b, kim-12@school.example, b.kim-12', null],
    ['kim-12', '한kim-12, kim-12한', null],
    ['kim@school.example', 'to kim@school.example.', 'to erased-1.'],
    ['kim@school.example', '/learner/kim%40school.example/move', '/learner/erased-1/move'],
    ['kim park 1', 'search_val=kim+park+1&page=2', 'search_val=erased-1&page=2'],
    ['a"b\\c#12', String.raw`{"to":"a\"b\\c#12"}`, '{"to":"erased-1"}'],
    ['학습자-하나', '학습자-하나 님', 'erased-1 님'],
    ['kim<12>', '<b>kim&lt;12&gt;</b>', '<b>erased-1</b>'],
    ['kim-12', 'see /learner/REFERENCE', 'see /learner/OTHER'],
  ])('%s is found as a whole, in each form that it has: %s', (id, text, becomes) => {
    expect(of(id).text(text)).toBe(becomes ?? text);
    expect(
      of(id)
        .needles()
        .some((needle) => text.includes(needle)),
    ).toBe(becomes !== null || text.includes(id));
  });

  test.each(['1', 'kim', 'teacher', '12345', '20261129', 'kim-1'])(
    '%s is too short, or like any word or number: only fields of learners are searched',
    (id) => {
      expect(isDistinct(id)).toBe(false);
      expect(of(id).text(`The ${id} asked for ${id}.`)).toBe(`The ${id} asked for ${id}.`);
      expect(of(id).json(`{"title": "${id}", "learner_id": "${id}"}`)).toBe(
        `{"title": "${id}", "learner_id": "erased-1"}`,
      );
      expect(of(id).text(`{"learner_id":"${id}"} /api/v1/learner/${id}/move /learner/${id}`)).toBe(
        `{"learner_id":"erased-1"} /api/v1/learner/erased-1/move /learner/${id}`,
      );
    },
  );
});

describe('JSON', () => {
  test('keeps its numbers and its order, and has the pseudonym in values, keys and lists', () => {
    const json = '{"b": 1.10, "kim-12": [12345678901234567890, "kim-12"], "a": "by kim-12", "c": "kim-12-b"}';
    expect(of('kim-12').json(json)).toBe(
      '{"b": 1.10, "erased-1": [12345678901234567890, "erased-1"], "a": "by erased-1", "c": "kim-12-b"}',
    );
  });

  test('has other fields with IDs only where they are named', () => {
    expect(of('1').json('{"to": "1", "into": "1"}', ['to'])).toBe('{"to": "erased-1", "into": "1"}');
    expect(
      of('1')
        .needles(['to'])
        .some((needle) => '{"to": "1"}'.includes(needle)),
    ).toBe(true);
  });
});

test('a memo names an ID however short it is, but not within a longer word', () => {
  expect(namesId('Ticket of 7.', '7')).toBe(true);
  expect(namesId('Ticket 5137', '7')).toBe(false);
  expect(namesId('by kim-12', 'kim-12')).toBe(true);
});
