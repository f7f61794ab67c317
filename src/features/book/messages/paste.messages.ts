import type { MessagePart } from '#kernel/messages/messages.ts';

/** The messages about rows pasted into the sheet of words; part of the book feature's messages. */
export const pasteWords = {
  en: {
    'book.paste': 'Paste rows',
    'book.paste_label': 'Rows copied from a spreadsheet',
    'book.paste_hint':
      'Word, sentence and, if you like, Y or N for whether it needs audio (MDR). A row without a word belongs to the word above it.',
    'book.paste_counts':
      '{added, plural, one {# sentence will be added} other {# sentences will be added}}, {known, number} already there, {refused, number} rejected.',
    'book.paste_live': 'Readers will see them immediately, without audio.',
    'book.paste_new': 'New',
    'book.paste_known': 'Already there',
    'book.paste_add': '{count, plural, one {Add # sentence} other {Add # sentences}}',
    'book.pasted': '{count, plural, one {# sentence added.} other {# sentences added.}}',
    'book.paste_other_book': 'The row is for another book: {bid}.',
  },
  es: {
    'book.paste': 'Pegar filas',
    'book.paste_label': 'Filas copiadas de una hoja de cálculo',
    'book.paste_hint':
      'Palabra, oración y, si quiere, Y o N según necesite audio (MDR). Una fila sin palabra pertenece a la palabra anterior.',
    'book.paste_counts':
      '{added, plural, one {Se añadirá # oración} other {Se añadirán # oraciones}}, {known, number} ya existen, {refused, number} rechazadas.',
    'book.paste_live': 'Los lectores las verán de inmediato, sin audio.',
    'book.paste_new': 'Nueva',
    'book.paste_known': 'Ya existe',
    'book.paste_add': '{count, plural, one {Añadir # oración} other {Añadir # oraciones}}',
    'book.pasted': '{count, plural, one {Se añadió # oración.} other {Se añadieron # oraciones.}}',
    'book.paste_other_book': 'La fila es de otro libro: {bid}.',
  },
  jp: {
    'book.paste': '行を貼り付け',
    'book.paste_label': 'スプレッドシートからコピーした行',
    'book.paste_hint': '単語、例文、必要なら音声が必要か（MDR）のYかN。単語のない行は上の行の単語になります。',
    'book.paste_counts': '{added, plural, other {例文#件を追加}}、既存{known, number}件、エラー{refused, number}件。',
    'book.paste_live': '音声なしで、すぐに読者に表示されます。',
    'book.paste_new': '新規',
    'book.paste_known': '既存',
    'book.paste_add': '{count, plural, other {例文#件を追加}}',
    'book.pasted': '{count, plural, other {例文を#件追加しました。}}',
    'book.paste_other_book': '別の本の行です：{bid}',
  },
  ko: {
    'book.paste': '행 붙여넣기',
    'book.paste_label': '스프레드시트에서 복사한 행',
    'book.paste_hint':
      '단어, 문장, 필요하면 오디오 필요 여부(MDR, Y 또는 N). 단어가 없는 행은 위 행의 단어에 속합니다.',
    'book.paste_counts':
      '{added, plural, other {문장 #개 추가}}, 이미 있음 {known, number}개, 거부 {refused, number}개.',
    'book.paste_live': '오디오 없이 독자에게 즉시 표시됩니다.',
    'book.paste_new': '새 문장',
    'book.paste_known': '이미 있음',
    'book.paste_add': '{count, plural, other {문장 #개 추가}}',
    'book.pasted': '{count, plural, other {문장 #개를 추가했습니다.}}',
    'book.paste_other_book': '다른 책의 행입니다: {bid}',
  },
  tr: {
    'book.paste': 'Satırları yapıştır',
    'book.paste_label': 'E-tablodan kopyalanan satırlar',
    'book.paste_hint':
      'Kelime, cümle ve isterseniz ses gerekip gerekmediği (MDR) için Y veya N. Kelimesiz satır, üstündeki kelimeye aittir.',
    'book.paste_counts':
      '{added, plural, one {# cümle eklenecek} other {# cümle eklenecek}}, {known, number} zaten var, {refused, number} reddedildi.',
    'book.paste_live': 'Okurlar bunları ses olmadan hemen görecek.',
    'book.paste_new': 'Yeni',
    'book.paste_known': 'Zaten var',
    'book.paste_add': '{count, plural, one {# cümle ekle} other {# cümle ekle}}',
    'book.pasted': '{count, plural, one {# cümle eklendi.} other {# cümle eklendi.}}',
    'book.paste_other_book': 'Satır başka bir kitaba ait: {bid}.',
  },
  causes: {
    'book.paste_other_book': 'A pasted row begins with the bid of another book',
  },
} as const satisfies MessagePart<`book.${string}`>;
