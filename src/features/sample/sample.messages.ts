import { defineMessages } from '#kernel/i18n/messages.ts';

export const sampleMessages = defineMessages({
  en: {
    'sample.heading': 'Sample library',
    'sample.offer':
      'A sample library with {count, plural, one {# book} other {# books}} in six series and five languages, so you can try every screen. Delete the books before you add your own.',
    'sample.load': 'Load the sample library',
    'sample.loaded': '{count, plural, one {# sample book} other {# sample books}} loaded.',
    'sample.not_empty': 'The sample library can only be loaded into an empty library, and this one already has books.',
  },
  es: {
    'sample.heading': 'Biblioteca de muestra',
    'sample.offer':
      'Una biblioteca de muestra con {count, plural, one {# libro} other {# libros}} en seis series y cinco idiomas, para probar todas las pantallas. Elimine los libros antes de añadir los suyos.',
    'sample.load': 'Cargar la biblioteca de muestra',
    'sample.loaded': '{count, plural, one {Se cargó # libro de muestra} other {Se cargaron # libros de muestra}}.',
    'sample.not_empty': 'La biblioteca de muestra solo se carga en una biblioteca vacía, y esta ya tiene libros.',
  },
  jp: {
    'sample.heading': 'サンプルライブラリ',
    'sample.offer':
      '6つのシリーズ、5つの言語の本{count, plural, other {#冊}}を収めたサンプルライブラリです。すべての画面をお試しいただけます。実際の本を追加する前に削除してください。',
    'sample.load': 'サンプルライブラリを読み込む',
    'sample.loaded': 'サンプルの本を{count, plural, other {#冊}}読み込みました。',
    'sample.not_empty': 'サンプルライブラリは空のライブラリにのみ読み込めます。ここにはすでに本があります。',
  },
  ko: {
    'sample.heading': '샘플 도서관',
    'sample.offer':
      '시리즈 6개, 언어 5개로 된 책 {count, plural, other {#권}}의 샘플 도서관입니다. 모든 화면을 시험해 볼 수 있습니다. 실제 책을 추가하기 전에 삭제하세요.',
    'sample.load': '샘플 도서관 불러오기',
    'sample.loaded': '샘플 책 {count, plural, other {#권}}을 불러왔습니다.',
    'sample.not_empty': '샘플 도서관은 비어 있는 도서관에만 불러올 수 있습니다. 이미 책이 있습니다.',
  },
  tr: {
    'sample.heading': 'Örnek kütüphane',
    'sample.offer':
      'Tüm ekranları denemeniz için altı seri ve beş dilde {count, plural, one {# kitap} other {# kitap}} içeren örnek bir kütüphane. Kendi kitaplarınızı eklemeden önce bunları silin.',
    'sample.load': 'Örnek kütüphaneyi yükle',
    'sample.loaded': '{count, plural, one {# örnek kitap} other {# örnek kitap}} yüklendi.',
    'sample.not_empty': 'Örnek kütüphane yalnızca boş bir kütüphaneye yüklenir; bunda zaten kitap var.',
  },
});

export type SampleWords = typeof sampleMessages.words;
