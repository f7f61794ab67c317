import type { MessagePart } from '#kernel/messages/messages.ts';

/** The messages about audio files dropped on the sheet of words; part of the book feature's messages. */
export const droppedAudioWords = {
  en: {
    'book.audio_add': 'Add MP3 files',
    'book.audio_counts':
      '{matched, plural, one {# file matched} other {# files matched}}, {left, number} not matched, {saved, number} saved.',
    'book.audio_saved': 'Saved',
    'book.audio_saved_count': '{count, plural, one {Audio of # sentence saved.} other {Audio of # sentences saved.}}',
    'book.audio_names':
      'A file is for the sentence whose word, text or row number is its name. A word with several sentences needs a number: lantern_2.mp3.',
    'book.audio_send': '{count, plural, one {Upload # file} other {Upload # files}}',
    'book.audio_place': 'Choose a sentence',
    'book.audio_replaces': 'has audio, which is replaced',
    'book.audio_name_unknown': 'No word, sentence or row has this name.',
    'book.audio_name_several': '“{word}” has {count, number} sentences. The name needs a number.',
    'book.audio_name_number':
      '“{word}” has {count, plural, one {# sentence} other {# sentences}}. The name says {number, number}.',
    'book.audio_name_twice': 'Another file is for row {line, number} too.',
    'book.audio_name_silent': '“{word}” has no sentence yet.',
  },
  es: {
    'book.audio_add': 'Añadir archivos MP3',
    'book.audio_counts':
      '{matched, plural, one {# archivo asignado} other {# archivos asignados}}, {left, number} sin asignar, {saved, number} guardados.',
    'book.audio_saved': 'Guardado',
    'book.audio_saved_count':
      '{count, plural, one {Se guardó el audio de # oración.} other {Se guardó el audio de # oraciones.}}',
    'book.audio_names':
      'Un archivo es para la oración cuya palabra, texto o número de fila es su nombre. Una palabra con varias oraciones necesita un número: lantern_2.mp3.',
    'book.audio_send': '{count, plural, one {Subir # archivo} other {Subir # archivos}}',
    'book.audio_place': 'Elegir una oración',
    'book.audio_replaces': 'tiene audio, que se sustituye',
    'book.audio_name_unknown': 'Ninguna palabra, oración o fila tiene este nombre.',
    'book.audio_name_several': '«{word}» tiene {count, number} oraciones. El nombre necesita un número.',
    'book.audio_name_number':
      '«{word}» tiene {count, plural, one {# oración} other {# oraciones}}. El nombre dice {number, number}.',
    'book.audio_name_twice': 'Otro archivo también es para la fila {line, number}.',
    'book.audio_name_silent': '«{word}» aún no tiene ninguna oración.',
  },
  jp: {
    'book.audio_add': 'MP3ファイルを追加',
    'book.audio_counts':
      'ファイルの一致{matched, plural, other {#件}}、不一致{left, number}件、保存済み{saved, number}件。',
    'book.audio_saved': '保存しました',
    'book.audio_saved_count': '{count, plural, other {例文#件の音声を保存しました。}}',
    'book.audio_names':
      'ファイルは、名前が単語、例文の文章、または行番号と一致する例文に割り当てられます。例文が複数ある単語には番号が必要です（lantern_2.mp3）。',
    'book.audio_send': '{count, plural, other {#件のファイルをアップロード}}',
    'book.audio_place': '例文を選択',
    'book.audio_replaces': '既存の音声を置き換え',
    'book.audio_name_unknown': 'この名前の単語、例文、行はありません。',
    'book.audio_name_several': '「{word}」には例文が{count, number}件あります。名前に番号が必要です。',
    'book.audio_name_number': '「{word}」の例文は{count, plural, other {#件}}です。名前の番号は{number, number}です。',
    'book.audio_name_twice': '{line, number}行目には別のファイルもあります。',
    'book.audio_name_silent': '「{word}」にはまだ例文がありません。',
  },
  ko: {
    'book.audio_add': 'MP3 파일 추가',
    'book.audio_counts': '{matched, plural, other {파일 #개 일치}}, {left, number}개 불일치, {saved, number}개 저장됨.',
    'book.audio_saved': '저장됨',
    'book.audio_saved_count': '{count, plural, other {문장 #개의 오디오를 저장했습니다.}}',
    'book.audio_names':
      '파일은 이름이 단어, 문장 또는 행 번호와 같은 문장에 연결됩니다. 문장이 여러 개인 단어는 번호가 필요합니다(lantern_2.mp3).',
    'book.audio_send': '{count, plural, other {파일 #개 업로드}}',
    'book.audio_place': '문장 선택',
    'book.audio_replaces': '있는 오디오를 바꿈',
    'book.audio_name_unknown': '이 이름의 단어, 문장 또는 행이 없습니다.',
    'book.audio_name_several': '“{word}”에는 문장이 {count, number}개 있습니다. 이름에 번호가 필요합니다.',
    'book.audio_name_number':
      '“{word}”에는 문장이 {count, plural, other {#개}} 있습니다. 이름의 번호는 {number, number}입니다.',
    'book.audio_name_twice': '{line, number}행에 다른 파일도 있습니다.',
    'book.audio_name_silent': '“{word}”에는 아직 문장이 없습니다.',
  },
  tr: {
    'book.audio_add': 'MP3 dosyaları ekle',
    'book.audio_counts':
      '{matched, plural, one {# dosya eşleşti} other {# dosya eşleşti}}, {left, number} eşleşmedi, {saved, number} kaydedildi.',
    'book.audio_saved': 'Kaydedildi',
    'book.audio_saved_count': '{count, plural, one {# cümlenin sesi kaydedildi.} other {# cümlenin sesi kaydedildi.}}',
    'book.audio_names':
      'Dosya, adı kelimesi, metni veya satır numarası olan cümleye gider. Birkaç cümlesi olan kelime numara ister: lantern_2.mp3.',
    'book.audio_send': '{count, plural, one {# dosya yükle} other {# dosya yükle}}',
    'book.audio_place': 'Bir cümle seç',
    'book.audio_replaces': 'mevcut sesin yerini alır',
    'book.audio_name_unknown': 'Bu adda bir kelime, cümle veya satır yok.',
    'book.audio_name_several': '“{word}” kelimesinin {count, number} cümlesi var. Ada bir numara gerekir.',
    'book.audio_name_number':
      '“{word}” kelimesinin {count, plural, one {# cümlesi} other {# cümlesi}} var. Ad {number, number} diyor.',
    'book.audio_name_twice': 'Başka bir dosya da {line, number}. satır için.',
    'book.audio_name_silent': '“{word}” kelimesinin henüz cümlesi yok.',
  },
  causes: {
    'book.audio_name_unknown': 'The name of an MP3 file matches no word, sentence or row of the book',
    'book.audio_name_several': 'An MP3 file has the name of a word with several sentences',
    'book.audio_name_number': 'The number in the name of an MP3 file is more than the sentences of its word',
    'book.audio_name_twice': 'The names of two MP3 files match the same sentence',
    'book.audio_name_silent': 'An MP3 file has the name of a word without sentences',
  },
} as const satisfies MessagePart<`book.${string}`>;
