import { defineMessages } from '#kernel/i18n/messages.ts';

export const sampleMessages = defineMessages({
  en: {
    'sample.heading': 'Sample library',
    'sample.offer':
      'A made-up library of {count, plural, one {# book} other {# books}} in six series and five languages, to try every screen on. Delete the books when the real ones come.',
    'sample.load': 'Load the sample library',
    'sample.loaded': '{count, plural, one {# sample book was} other {# sample books were}} loaded.',
    'sample.not_empty': 'The sample library is loaded only into an empty one, and this one has books.',
  },
  es: {
    'sample.heading': 'Biblioteca de muestra',
    'sample.offer':
      'Una biblioteca inventada de {count, plural, one {# libro} other {# libros}} en seis series y cinco idiomas, para probar todas las pantallas. Elimine los libros cuando lleguen los de verdad.',
    'sample.load': 'Cargar la biblioteca de muestra',
    'sample.loaded': '{count, plural, one {Se cargó # libro de muestra} other {Se cargaron # libros de muestra}}.',
    'sample.not_empty': 'La biblioteca de muestra solo se carga en una biblioteca vacía, y esta ya tiene libros.',
  },
  jp: {
    'sample.heading': 'サンプルライブラリ',
    'sample.offer':
      '6つのシリーズ、5つの言語による{count, plural, other {#冊}}の架空のライブラリです。すべての画面をお試しいただけます。実際の本を登録する際に削除してください。',
    'sample.load': 'サンプルライブラリを読み込む',
    'sample.loaded': 'サンプルの本を{count, plural, other {#冊}}読み込みました。',
    'sample.not_empty': 'サンプルライブラリは空のライブラリにのみ読み込めます。ここにはすでに本があります。',
  },
  ko: {
    'sample.heading': '샘플 도서관',
    'sample.offer':
      '시리즈 6개, 언어 5개로 된 가상의 책 {count, plural, other {#권}}입니다. 모든 화면을 시험해 볼 수 있습니다. 실제 책을 등록할 때 삭제하십시오.',
    'sample.load': '샘플 도서관 불러오기',
    'sample.loaded': '샘플 책 {count, plural, other {#권}}을 불러왔습니다.',
    'sample.not_empty': '샘플 도서관은 비어 있는 도서관에만 불러올 수 있습니다. 이미 책이 있습니다.',
  },
  tr: {
    'sample.heading': 'Örnek kütüphane',
    'sample.offer':
      'Tüm ekranları denemeniz için altı seri ve beş dilde {count, plural, one {# kitaplık} other {# kitaplık}} hayali bir kütüphane. Gerçek kitaplar geldiğinde bunları silin.',
    'sample.load': 'Örnek kütüphaneyi yükle',
    'sample.loaded': '{count, plural, one {# örnek kitap} other {# örnek kitap}} yüklendi.',
    'sample.not_empty': 'Örnek kütüphane yalnızca boş bir kütüphaneye yüklenir; bunda zaten kitap var.',
  },
});

export type SampleWords = typeof sampleMessages.words;
