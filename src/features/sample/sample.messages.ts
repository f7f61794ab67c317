import { defineMessages } from '#kernel/messages/messages.ts';

export const sampleMessages = defineMessages({
  en: {
    'sample.heading': 'Sample library',
    'sample.offer':
      'A sample library with {count, plural, one {# book} other {# books}} in six series and five languages, published, with covers, previews, words, sentences and audio, so you can try every screen. You can remove it as a whole at any time.',
    'sample.load': 'Load the sample library',
    'sample.loaded': '{count, plural, one {# sample book} other {# sample books}} loaded.',
    'sample.is_loaded':
      '{count, plural, one {# sample book is} other {# sample books are}} in the library. They can be removed together while nothing else uses them.',
    'sample.remove': 'Remove the sample library',
    'sample.remove_text':
      'All sample books with their words, sentences, images and audio will be permanently deleted, even where you have edited them.',
    'sample.removed': '{count, plural, one {# sample book} other {# sample books}} removed.',
    'sample.not_loaded': 'The sample library is not loaded.',
    'sample.in_use': 'Something else uses the sample books ({count, number}): {first}. Remove that first.',
    'sample.not_empty': 'The sample library can only be loaded into an empty library, and this one already has books.',
  },
  es: {
    'sample.heading': 'Biblioteca de muestra',
    'sample.offer':
      'Una biblioteca de muestra con {count, plural, one {# libro} other {# libros}} en seis series y cinco idiomas, publicados, con cubiertas, vistas previas, palabras, oraciones y audio, para probar todas las pantallas. Puede eliminarla por completo en cualquier momento.',
    'sample.load': 'Cargar la biblioteca de muestra',
    'sample.loaded': '{count, plural, one {Se cargó # libro de muestra} other {Se cargaron # libros de muestra}}.',
    'sample.is_loaded':
      '{count, plural, one {# libro de muestra está} other {# libros de muestra están}} en la biblioteca. Se pueden eliminar juntos mientras nada más los use.',
    'sample.remove': 'Eliminar la biblioteca de muestra',
    'sample.remove_text':
      'Todos los libros de muestra, con sus palabras, oraciones, imágenes y audio, se eliminarán definitivamente, aunque los haya editado.',
    'sample.removed': '{count, plural, one {Se eliminó # libro de muestra} other {Se eliminaron # libros de muestra}}.',
    'sample.not_loaded': 'La biblioteca de muestra no está cargada.',
    'sample.in_use': 'Algo más usa los libros de muestra ({count, number}): {first}. Elimínelo primero.',
    'sample.not_empty': 'La biblioteca de muestra solo se carga en una biblioteca vacía, y esta ya tiene libros.',
  },
  jp: {
    'sample.heading': 'サンプルライブラリ',
    'sample.offer':
      '6つのシリーズ、5つの言語の本{count, plural, other {#冊}}を収めたサンプルライブラリです。表紙、プレビュー、単語、例文、音声付きで公開され、すべての画面をお試しいただけます。いつでもまとめて削除できます。',
    'sample.load': 'サンプルライブラリを読み込む',
    'sample.loaded': 'サンプルの本を{count, plural, other {#冊}}読み込みました。',
    'sample.is_loaded':
      'サンプルの本が{count, plural, other {#冊}}ライブラリにあります。ほかで使われていなければ、まとめて削除できます。',
    'sample.remove': 'サンプルライブラリを削除',
    'sample.remove_text': 'サンプルの本は、単語、例文、画像、音声とともに完全に削除されます。編集した本も含まれます。',
    'sample.removed': 'サンプルの本を{count, plural, other {#冊}}削除しました。',
    'sample.not_loaded': 'サンプルライブラリは読み込まれていません。',
    'sample.in_use': 'サンプルの本がほかで使われています（{count, number}件）：{first}。先にそちらを削除してください。',
    'sample.not_empty': 'サンプルライブラリは空のライブラリにのみ読み込めます。ここにはすでに本があります。',
  },
  ko: {
    'sample.heading': '샘플 도서관',
    'sample.offer':
      '시리즈 6개, 언어 5개로 된 책 {count, plural, other {#권}}의 샘플 도서관입니다. 표지, 미리보기, 단어, 문장, 오디오와 함께 공개되어 모든 화면을 시험해 볼 수 있습니다. 언제든지 한꺼번에 삭제할 수 있습니다.',
    'sample.load': '샘플 도서관 불러오기',
    'sample.loaded': '샘플 책 {count, plural, other {#권}}을 불러왔습니다.',
    'sample.is_loaded':
      '샘플 책 {count, plural, other {#권}}이 도서관에 있습니다. 다른 곳에서 사용하지 않으면 한꺼번에 삭제할 수 있습니다.',
    'sample.remove': '샘플 도서관 삭제',
    'sample.remove_text':
      '모든 샘플 책이 단어, 문장, 이미지, 오디오와 함께 영구적으로 삭제됩니다. 수정한 책도 포함됩니다.',
    'sample.removed': '샘플 책 {count, plural, other {#권}}을 삭제했습니다.',
    'sample.not_loaded': '샘플 도서관이 없습니다.',
    'sample.in_use': '다른 곳에서 샘플 책을 사용하고 있습니다({count, number}개): {first}. 먼저 삭제하세요.',
    'sample.not_empty': '샘플 도서관은 비어 있는 도서관에만 불러올 수 있습니다. 이미 책이 있습니다.',
  },
  tr: {
    'sample.heading': 'Örnek kütüphane',
    'sample.offer':
      'Tüm ekranları denemeniz için altı seri ve beş dilde {count, plural, one {# kitap} other {# kitap}} içeren, kapakları, ön izlemeleri, kelimeleri, cümleleri ve sesleriyle yayımlanan örnek bir kütüphane. İstediğiniz zaman tümüyle kaldırabilirsiniz.',
    'sample.load': 'Örnek kütüphaneyi yükle',
    'sample.loaded': '{count, plural, one {# örnek kitap} other {# örnek kitap}} yüklendi.',
    'sample.is_loaded':
      'Kütüphanede {count, plural, one {# örnek kitap} other {# örnek kitap}} var. Başka hiçbir şey kullanmadığı sürece birlikte kaldırılabilirler.',
    'sample.remove': 'Örnek kütüphaneyi kaldır',
    'sample.remove_text':
      'Tüm örnek kitaplar, düzenlemiş olsanız bile, kelimeleri, cümleleri, görüntüleri ve sesleriyle kalıcı olarak silinir.',
    'sample.removed': '{count, plural, one {# örnek kitap} other {# örnek kitap}} kaldırıldı.',
    'sample.not_loaded': 'Örnek kütüphane yüklü değil.',
    'sample.in_use': 'Örnek kitapları başka bir şey kullanıyor ({count, number}): {first}. Önce onu kaldırın.',
    'sample.not_empty': 'Örnek kütüphane yalnızca boş bir kütüphaneye yüklenir; bunda zaten kitap var.',
  },
  causes: {
    'sample.not_loaded': 'The sample library is to be removed, and none of its books is there (409)',
    'sample.in_use':
      'The sample library is to be removed while a record that is no part of it refers to one of its books (409)',
    'sample.not_empty': 'The sample library is loaded into a library that has books (409)',
  },
});

export type SampleWords = typeof sampleMessages.words;
