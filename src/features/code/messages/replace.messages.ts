/** Messages for replacing a code. */
export const replaceWords = {
  en: {
    'code.replace': 'Replace',
    'code.replace_activated':
      'This code was activated on {time}. Only codes that nobody has activated can be replaced.',
    'code.replace_canceled': 'This code was cancelled on {time} and cannot be replaced.',
    'code.replace_expired': 'This code ended on {time} and cannot be replaced.',
    'code.replace_kept': 'its replacement was changed or redeemed since then',
    'code.verb_replaced': 'replaced',
    'code.did_replaced': 'Replaced by {code}',
    'code.did_replaces': 'Issued in place of {code}',
    'code.field_replaced_by': 'Replaced by',
    'code.field_replaces': 'In place of',
  },
  es: {
    'code.replace': 'Sustituir',
    'code.replace_activated':
      'Este código se activó el {time}. Solo se pueden sustituir códigos que nadie haya activado.',
    'code.replace_canceled': 'Este código se canceló el {time} y no se puede sustituir.',
    'code.replace_expired': 'Este código caducó el {time} y no se puede sustituir.',
    'code.replace_kept': 'el código que lo sustituye se ha cambiado o canjeado desde entonces',
    'code.verb_replaced': 'se sustituyó',
    'code.did_replaced': 'Sustituido por {code}',
    'code.did_replaces': 'Emitido en lugar de {code}',
    'code.field_replaced_by': 'Sustituido por',
    'code.field_replaces': 'En lugar de',
  },
  jp: {
    'code.replace': '交換',
    'code.replace_activated':
      'このコードは{time}に有効化されました。交換できるのは、まだ誰も有効化していないコードだけです。',
    'code.replace_canceled': 'このコードは{time}に取り消されたため、交換できません。',
    'code.replace_expired': 'このコードは{time}に期限が切れたため、交換できません。',
    'code.replace_kept': '交換後のコードがその後変更または引き換えられました',
    'code.verb_replaced': '交換',
    'code.did_replaced': '{code}に交換',
    'code.did_replaces': '{code}の代わりに発行',
    'code.field_replaced_by': '交換後のコード',
    'code.field_replaces': '交換前のコード',
  },
  ko: {
    'code.replace': '교체',
    'code.replace_activated':
      '이 코드는 {time}에 활성화되었습니다. 아직 아무도 활성화하지 않은 코드만 교체할 수 있습니다.',
    'code.replace_canceled': '이 코드는 {time}에 취소되어 교체할 수 없습니다.',
    'code.replace_expired': '이 코드는 {time}에 만료되어 교체할 수 없습니다.',
    'code.replace_kept': '교체한 코드가 그 후 변경되었거나 사용되었습니다',
    'code.verb_replaced': '교체',
    'code.did_replaced': '{code}(으)로 교체됨',
    'code.did_replaces': '{code} 대신 발급됨',
    'code.field_replaced_by': '교체한 코드',
    'code.field_replaces': '교체 전 코드',
  },
  tr: {
    'code.replace': 'Değiştir',
    'code.replace_activated':
      'Bu kod {time} tarihinde etkinleştirildi. Yalnızca kimsenin etkinleştirmediği kodların yerine yenisi verilebilir.',
    'code.replace_canceled': 'Bu kod {time} tarihinde iptal edildi; yerine yenisi verilemez.',
    'code.replace_expired': 'Bu kodun süresi {time} tarihinde doldu; yerine yenisi verilemez.',
    'code.replace_kept': 'yerine verilen kod sonradan değiştirildi veya kullanıldı',
    'code.verb_replaced': 'yenisiyle değiştirildi',
    'code.did_replaced': '{code} ile değiştirildi',
    'code.did_replaces': '{code} yerine üretildi',
    'code.field_replaced_by': 'Yerine verilen',
    'code.field_replaces': 'Yerine verildiği',
  },
  causes: {
    'code.replace_activated': 'The code to replace was activated (409)',
    'code.replace_canceled': 'The code to replace was cancelled or withdrawn (409)',
    'code.replace_expired': 'The code to replace has ended without having been activated (409)',
    'code.replace_kept': 'Beside the replacement that an undo leaves: its twin was activated, cancelled or changed',
  },
} as const;
