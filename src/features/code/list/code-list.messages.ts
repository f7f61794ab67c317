/** The words of the code manager. */
export const codeListWords = {
  en: {
    'code.kind': 'Code',
    'code.state_issued': 'Issued',
    'code.state_active': 'Active',
    'code.state_expired': 'Expired',
    'code.state_canceled': 'Cancelled',
  },
  es: {
    'code.kind': 'Código',
    'code.state_issued': 'Emitido',
    'code.state_active': 'Activo',
    'code.state_expired': 'Caducado',
    'code.state_canceled': 'Cancelado',
  },
  jp: {
    'code.kind': 'コード',
    'code.state_issued': '発行済み',
    'code.state_active': '有効化済み',
    'code.state_expired': '期限切れ',
    'code.state_canceled': '取消済み',
  },
  ko: {
    'code.kind': '코드',
    'code.state_issued': '발급됨',
    'code.state_active': '활성',
    'code.state_expired': '만료됨',
    'code.state_canceled': '취소됨',
  },
  tr: {
    'code.kind': 'Kod',
    'code.state_issued': 'Verildi',
    'code.state_active': 'Etkin',
    'code.state_expired': 'Süresi doldu',
    'code.state_canceled': 'İptal edildi',
  },
};
