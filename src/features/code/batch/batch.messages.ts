/** The words of batches. */
export const batchWords = {
  en: {
    'code.batch_kind': 'Code batch',
    'code.batch_not_found': 'This code batch no longer exists.',
  },
  es: {
    'code.batch_kind': 'Lote de códigos',
    'code.batch_not_found': 'Este lote de códigos ya no existe.',
  },
  jp: {
    'code.batch_kind': 'コードのバッチ',
    'code.batch_not_found': 'このコードのバッチはもう存在しません。',
  },
  ko: {
    'code.batch_kind': '코드 배치',
    'code.batch_not_found': '이 코드 배치는 더 이상 없습니다.',
  },
  tr: {
    'code.batch_kind': 'Kod grubu',
    'code.batch_not_found': 'Bu kod grubu artık yok.',
  },
};
