/** A series of the made-up catalogue: its levels, each with the titles of its books. */
interface SampleSeries {
  series: string;
  author: string;
  language: string;
  category: string;
  agegroup: string;
  levelType: 'Lexile' | 'CEFR';
  levels: Record<string, readonly string[]>;
}

/** Six small series in four scripts. Titles, names and numbers are invented. */
const catalogue: readonly SampleSeries[] = [
  {
    series: 'Lantern Street',
    author: 'Ada Penrose',
    language: 'en',
    category: 'Stories',
    agegroup: 'Ages 6 to 8',
    levelType: 'Lexile',
    levels: {
      'Level 1': ['The Lamp on the Corner', 'A Cat Called Thursday', 'Rain in the Kitchen', 'The Smallest Umbrella'],
      'Level 2': ['The Borrowed Bicycle', 'Nine Doors', 'The Baker Who Hummed', 'Snow on Lantern Street'],
      'Level 3': ['The Clock That Ran Back', 'A Map of the Attic', 'The Night Market', 'Goodbye, Thursday'],
    },
  },
  {
    series: 'How It Works',
    author: 'Ivo Marsh',
    language: 'en',
    category: 'Science',
    agegroup: 'Ages 9 to 11',
    levelType: 'Lexile',
    levels: {
      Starter: ['Bridges', 'Bees', 'Bread'],
      Explorer: ['Volcanoes', 'Viruses', 'Violins'],
      Expert: ['Satellites', 'Sewers', 'Spider Silk'],
    },
  },
  {
    series: '달빛 우체국',
    author: '한서윤',
    language: 'ko',
    category: 'Stories',
    agegroup: 'Ages 6 to 8',
    levelType: 'CEFR',
    levels: {
      '1단계': ['달에서 온 편지', '고양이 집배원', '눈 오는 골목'],
      '2단계': ['느티나무 아래 시계', '할머니의 라디오', '별을 줍는 아이'],
    },
  },
  {
    series: 'El faro azul',
    author: 'José Ñandú',
    language: 'es',
    category: 'Stories',
    agegroup: 'Ages 9 to 11',
    levelType: 'CEFR',
    levels: {
      A1: ['La isla de los relojes', 'Un pez en la biblioteca', 'El último tren del verano'],
      A2: ['La sombra del almendro', 'Cartas a nadie', 'El jardín de sal'],
    },
  },
  {
    series: '風の図書室',
    author: '佐倉みお',
    language: 'ja',
    category: 'Stories',
    agegroup: 'Ages 12 to 14',
    levelType: 'CEFR',
    levels: { 初級: ['しろい傘の日', '猫と金曜日'], 中級: ['海のむこうの駅', '図書室の幽霊'] },
  },
  {
    series: 'Küçük Kaptan',
    author: 'Derya Işık',
    language: 'tr',
    category: 'Adventure',
    agegroup: 'Ages 9 to 11',
    levelType: 'CEFR',
    levels: {
      'Seviye 1': ['İlk Yelken', 'Martının Sırrı', 'Fırtınalı Gece'],
      'Seviye 2': ['Kayıp Ada', 'Deniz Feneri'],
    },
  },
];

const cefr = ['A1', 'A2', 'B1'];

/** The sample books as rows of the 'ISBN Meta' sheet, in the order of their series. */
export function sampleBooks(): Record<string, string>[] {
  const books = catalogue.flatMap((one) =>
    Object.entries(one.levels).flatMap(([level, titles], depth) =>
      titles.map((title) => ({ ...one, level, depth, title })),
    ),
  );
  return books.map((book, index) => ({
    bid: `SAMPLE-${String(index + 1).padStart(3, '0')}`,
    format: index % 3 === 2 ? 'EPUB' : 'SPINDLE',
    title: book.title,
    series: book.series,
    level: book.level,
    isbn_print: isbn13(978_000_000_000 + index),
    isbn_spindle: isbn13(979_000_000_000 + index),
    author: book.author,
    language: book.language,
    released_date: String(2015 + (index % 10)),
    category: book.category,
    age_group: book.agegroup,
    level_type: book.levelType,
    ...(book.levelType === 'Lexile'
      ? { lexile: `${300 + book.depth * 200 + (index % 4) * 20}L` }
      : { cefr_level: cefr[book.depth] ?? 'B2' }),
    page_count: String(16 + book.depth * 16),
    audio: 'N',
    video: 'N',
    remarks: 'Sample library',
  }));
}

/** Twelve digits with the check digit of an ISBN-13. */
function isbn13(twelve: number): string {
  const digits = Array.from(String(twelve), Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
