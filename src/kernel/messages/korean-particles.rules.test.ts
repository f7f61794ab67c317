import { expect, test } from 'vitest';
import { withKoreanParticles } from './korean-particles.rules.ts';

test.each([
  ['“달빛 우체국”을(를) 추가했습니다.', '“달빛 우체국”을 추가했습니다.'],
  ['어린이 전집을(를) 제거했습니다.', '어린이 전집을 제거했습니다.'],
  ['고양이을(를) 제거했습니다.', '고양이를 제거했습니다.'],
  ['가격을(를) 변경했습니다.', '가격을 변경했습니다.'],
  ['릴리스 겨울 출시이(가) 먼저', '릴리스 겨울 출시가 먼저'],
  ['시리즈은(는) 비공개', '시리즈는 비공개'],
  ['묶음 봄와(과) 함께', '묶음 봄과 함께'],
  ['서울(으)로 이동', '서울로 이동'],
  ['오전 9시(으)로 이동', '오전 9시로 이동'],
  ['수량을 1,000(으)로 바꿨습니다', '수량을 1,000으로 바꿨습니다'],
  ['수량을 7(으)로 바꿨습니다', '수량을 7로 바꿨습니다'],
])('a particle after a Korean word or a number has one form: %s', (text, read) => {
  expect(withKoreanParticles(text)).toBe(read);
});

test('after a word in other letters both forms stay, since its sound is unknown', () => {
  expect(withKoreanParticles('“Winter launch”을(를) 추가했습니다.')).toBe('“Winter launch”을(를) 추가했습니다.');
  expect(withKoreanParticles('텍스트(CSV)입니다')).toBe('텍스트(CSV)입니다');
});
