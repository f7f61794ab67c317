import { collectionFields } from '#features/collection/collection.public.ts';
import { freshValues, portalFields } from '#kernel/records/record-fields.rules.ts';

const picture = (name: string) => ({
  url: `https://office.example/contents/images/${name}/cover.jpg`,
  large: `https://office.example/contents/images/${name}/thumb/detail.jpg`,
  small: `https://office.example/contents/images/${name}/thumb/strip.jpg`,
  width: 1200,
  height: 1600,
});

const cover = picture('book/0b6f');

export const sentence = {
  word: 'lantern',
  sent_idx: 81,
  sentence: 'The lantern swings in the wind.',
  mdr_targeted: 'Y',
  audio: { url: 'https://office.example/contents/audios/5d1c.mp3', type: 'audio/mpeg', size: 31_204, ms: 2350 },
};

export const listedBook = {
  bid: 'SP-0042',
  title: 'The Red Lantern',
  title_en: null,
  format: 'EPUB',
  series: { ser_idx: 7, title: 'First Steps' },
  level: { lev_idx: 31, title: 'Level 2' },
  category: { cat_idx: 3, title: 'Stories' },
  age_group: { grp_idx: 2, title: 'Ages 6 to 8' },
  isbn_print: '9780306406157',
  isbn_spindle: '9780306406164',
  author: 'Mina Park',
  illustrator: null,
  publisher: 'Lantern Press',
  released_date: '2024-05',
  language: 'en',
  summary: 'A girl follows a light through the woods.',
  level_type: 'CEFR',
  lexile: null,
  cefr_level: 'A1',
  ar_level: null,
  word_count: 412,
  page_count: 24,
  genre: null,
  theme: null,
  keywords: null,
  audio: null,
  audio_length: null,
  narrator: null,
  video: null,
  video_length: null,
  original_title: null,
  edition: null,
  epub_content_id: null,
  epub_path: null,
  content_zip_url: null,
  is_mobile: true,
  cover,
  previews: [],
  content: [{ kind: 'epub', size: 4_812_000, url: 'https://office.example/portal/v1/books/SP-0042/content/epub' }],
  published_at: 1_767_225_600,
  updated_at: 1_769_904_000,
};

const { word, ...ownSentence } = sentence;
export const book = { ...listedBook, words: [{ word_idx: 19, word, sentences: [ownSentence] }] };

export const series = { ser_idx: 7, title: 'First Steps', levels: [{ lev_idx: 31, title: 'Level 2' }] };

export const listedCollection = {
  cid: 'SUMMER',
  title: 'Summer reading',
  summary: 'Thirty books for the holidays.',
  notice: '',
  description: '<p>Stories of the sea.</p>',
  languages: { title: 'en', summary: 'en', notice: null, description: 'en' },
  locales: ['en', 'ko'],
  ...freshValues(portalFields(collectionFields)),
  ads_option: 'public',
  age_group: { grp_idx: 2, title: 'Ages 6 to 8' },
  prices: [{ currency: 'USD', price: '19.90', discounted_price: '14.90', subscription_period: 90 }],
  cover_img: picture('collection/77aa'),
  thumb_img: null,
  list_img: null,
  updated_at: 1_769_904_000,
};

const shelfBook = { bid: 'SP-0042', title: 'The Red Lantern', format: 'EPUB', cover };

export const collection = {
  ...listedCollection,
  contents: [{ content_type: 'series', content_idx: 7, title: 'First Steps', bid: null, ser_idx: 7 }],
  books: [{ ...shelfBook, is_mobile: true, ser_idx: 7, lev_idx: 31 }],
};

export const group = { grp_idx: 2, title: 'Ages 6 to 8' };

export const roadmap = { ...group, rows: [[shelfBook]] };

export const listedGuide = { gui_id: 'phonics', items: 6, updated_at: 1_769_904_000 };

export const guide = {
  gui_id: 'phonics',
  ages: ['0–2', '3–4', '5–6', '7–8', '9–10', '11–12', '13–14', '15–16', '17–18', '19+'],
  items: [
    {
      itm_idx: 5,
      link_title: 'First Steps',
      title: 'First Steps',
      description: '<p>Short words, big pictures.</p>',
      btn_title: 'See the books',
      btn_link: 'https://portal.example/first-steps',
      start: 2,
      length: 2,
      legend: ['Phonics'],
      cover: picture('guide/91bd'),
    },
  ],
  updated_at: 1_769_904_000,
};
