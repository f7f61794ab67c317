/** Particles as messages write them, with both forms; after a name, which one is right depends on its last sound. */
const written = /([가-힣0-9])(["”’»)]?)(을\(를\)|이\(가\)|은\(는\)|와\(과\)|\(으\)로)/g;

/** Of each: after a consonant, after a vowel. */
const forms: Record<string, readonly [consonant: string, vowel: string]> = {
  '을(를)': ['을', '를'],
  '이(가)': ['이', '가'],
  '은(는)': ['은', '는'],
  '와(과)': ['과', '와'],
  '(으)로': ['으로', '로'],
};

// How digits are read: 영 일 이 삼 사 오 육 칠 팔 구. A number that ends in 0 ends in 십, 백, 천 or 만.
const digits = '영일이삼사오육칠팔구';
const firstSyllable = 0xac00;
// Syllables are numbered by their last consonant: none, then 27; ㄹ is the eighth.
const consonants = 28;
const rieul = 8;

/** The text with the form of each particle that its Korean word or number asks for; after other letters both stay. */
export function withKoreanParticles(text: string): string {
  if (!text.includes('(')) return text;
  return text.replace(written, (_, last: string, quote: string, particle: string) => {
    const syllable = digits[Number(last)] ?? last;
    const end = (syllable.charCodeAt(0) - firstSyllable) % consonants;
    const [consonant, vowel] = forms[particle] ?? [particle, particle];
    const isOpen = end === 0 || (particle === '(으)로' && end === rieul);
    return `${last}${quote}${isOpen ? vowel : consonant}`;
  });
}
