/** A series of the made-up catalogue: its levels, each with the titles of its books. */
interface SampleSeries {
  series: string;
  author: string;
  language: string;
  category: string;
  agegroup: string;
  levelType: 'Lexile' | 'CEFR';
  levels: Record<string, readonly string[]>;
  /** The text of its first pages, line by line. */
  pages: readonly (readonly string[])[];
  /** Words, each with a sentence that uses it. */
  words: readonly (readonly [word: string, sentence: string])[];
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
    pages: [
      ['Every evening at six', 'the old lamp on the corner', 'said good night', 'to the whole street.'],
      ['But on Thursday', 'it said nothing at all,', 'and Mina went outside', 'to ask why.'],
    ],
    words: [
      ['lantern', 'The lantern shone until morning.'],
      ['street', 'Our street is never quite dark.'],
      ['umbrella', 'She shared her umbrella with a cat.'],
      ['whisper', 'The lamp answered in a whisper.'],
    ],
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
    pages: [
      ['Look closely.', 'Every small thing', 'is made of', 'smaller things.'],
      ['Who built it?', 'What holds it up?', 'And what would happen', 'if one part were missing?'],
    ],
    words: [
      ['pressure', 'Pressure pushes the water up the pipe.'],
      ['bridge', 'A bridge carries its load to the ground.'],
      ['signal', 'The signal takes a second to arrive.'],
      ['thread', 'A thread of silk is stronger than it looks.'],
    ],
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
    pages: [
      ['달빛 우체국은', '밤에만 문을 엽니다.', '편지는 모두', '은빛으로 빛납니다.'],
      ['오늘 도착한 편지에는', '주소 대신', '별 하나가', '그려져 있었습니다.'],
    ],
    words: [
      ['편지', '달에서 온 편지를 받았어요.'],
      ['우체국', '우체국은 언덕 위에 있어요.'],
      ['고양이', '고양이가 편지를 물고 왔어요.'],
      ['골목', '골목마다 눈이 쌓였어요.'],
    ],
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
    pages: [
      ['El faro azul', 'no guía a los barcos:', 'guía a quien', 'se ha perdido leyendo.'],
      ['Aquella noche', 'la luz se detuvo', 'justo encima', 'de la biblioteca.'],
    ],
    words: [
      ['faro', 'El faro se enciende al caer la tarde.'],
      ['isla', 'La isla cabe en un mapa pequeño.'],
      ['carta', 'Escribió una carta y la guardó.'],
      ['sombra', 'La sombra del almendro llega hasta el mar.'],
    ],
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
    pages: [
      ['風の図書室では、', '本のページが', 'ひとりでに', 'めくれます。'],
      ['金曜日の午後、', '白い傘が一本、', '入口に', '立てかけてありました。'],
    ],
    words: [
      ['図書室', '図書室の窓はいつも少し開いている。'],
      ['傘', '白い傘を忘れた人がいる。'],
      ['駅', '海のむこうに小さな駅がある。'],
      ['幽霊', '幽霊は本をきちんと返す。'],
    ],
    levels: { 初級: ['しろい傘の日', '猫と金曜日'], 中級: ['海のむこうの駅', '図書室の幽霊'] },
  },
  {
    series: 'Küçük Kaptan',
    author: 'Derya Işık',
    language: 'tr',
    category: 'Adventure',
    agegroup: 'Ages 9 to 11',
    levelType: 'CEFR',
    pages: [
      ['Küçük Kaptan', 'haritayı ters tuttu', 've işte o zaman', 'adayı gördü.'],
      ['Martı üç kez öttü.', 'Bu,', 'fırtınadan önceki', 'son işaretti.'],
    ],
    words: [
      ['yelken', 'Yelken rüzgârı bekliyor.'],
      ['ada', 'Ada sabah sisinde kayboldu.'],
      ['fener', 'Fener bize yolu gösterdi.'],
      ['harita', 'Harita eski ama doğru.'],
    ],
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
    audio: book.depth === 0 ? 'Y' : 'N',
    video: 'N',
    remarks: 'Sample library',
  }));
}

/** Books after the first level of their series have only a cover. */
const isFirstLevel = (bid: string) => listed.find((one) => one.bid === bid)?.depth === 0;

/** The place of each book: its series, from 0, and its level in it. */
const listed = catalogue
  .flatMap(({ levels }, series) =>
    Object.values(levels).flatMap((titles, depth) => titles.map(() => ({ series, depth }))),
  )
  .map((book, index) => ({ ...book, bid: `SAMPLE-${String(index + 1).padStart(3, '0')}` }));

export const sampleBids: readonly string[] = listed.map(({ bid }) => bid);

/** The pages drawn for previews; the books of a series share them. */
export const samplePages = (): { name: string; language: string; lines: readonly string[] }[] =>
  catalogue.flatMap(({ pages, language }, series) =>
    pages.map((lines, page) => ({ name: pageName(series, page), language, lines })),
  );

const pageName = (series: number, page: number) => `page_${series + 1}_${page + 1}`;

/** An image of a book, and the drawn file it is made from. */
interface SamplePicture {
  bid: string;
  kind: 'cover' | 'preview';
  place: number;
  file: string;
}

/** The images of the sample books: each has a cover, those of the first levels have previews. */
export const samplePictures = (): SamplePicture[] =>
  listed.flatMap(({ bid, series }) => [
    { bid, kind: 'cover' as const, place: 1, file: `${bid}_cover.jpg` },
    ...(catalogue[series]?.pages ?? []).flatMap((_, page): SamplePicture[] =>
      isFirstLevel(bid) ? [{ bid, kind: 'preview', place: page + 1, file: `${pageName(series, page)}.jpg` }] : [],
    ),
  ]);

// The number of words per book, out of those of its series; each book has different ones.
const wordsOfBook = 2;

/** The words and sentences of the sample books; those of the first levels need audio. */
export const sampleSentences = (): { bid: string; word: string; sentence: string; mdr_targeted: 'Y' | 'N' }[] =>
  listed.flatMap(({ bid, series }, index) => {
    const { words = [] } = catalogue[series] ?? {};
    return Array.from({ length: wordsOfBook }, (_, n) => words[(index * wordsOfBook + n) % words.length]).flatMap(
      (pair) => {
        const [word, sentence] = pair ?? [];
        if (word === undefined || sentence === undefined) return [];
        return [{ bid, word, sentence, mdr_targeted: isFirstLevel(bid) ? ('Y' as const) : ('N' as const) }];
      },
    );
  });

/** Twelve digits with the check digit of an ISBN-13. */
function isbn13(twelve: number): string {
  const digits = Array.from(String(twelve), Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}
