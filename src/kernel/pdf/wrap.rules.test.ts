import { expect, test } from 'vitest';
import { wrap } from './wrap.rules.ts';

const upTo = (length: number) => (line: string) => line.length <= length;

test('a text is broken between words and at newlines, where one space stays that needs no room', () => {
  expect(wrap('90 days  from the day', upTo(8))).toEqual(['90 days ', 'from the ', 'day']);
  expect(wrap('90 days\nfrom now', upTo(10))).toEqual(['90 days ', 'from now']);
  expect(wrap(' short ', upTo(8))).toEqual(['short']);
  expect(wrap('', upTo(8))).toEqual(['']);
});

test('a word that is longer than a line is broken within', () => {
  expect(wrap('to read.example.com/redeem', upTo(10))).toEqual(['to ', 'read.examp', 'le.com/red', 'eem']);
});

test('Japanese is broken between characters but not before closing marks; Korean between words', () => {
  expect(wrap('本を読む、毎日。', upTo(4))).toEqual(['本を読', 'む、毎', '日。']);
  expect(wrap('등록한 날부터 읽기', upTo(7))).toEqual(['등록한 날부터 ', '읽기']);
});
