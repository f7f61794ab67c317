/** Messages for early warnings about codes, and for codes in the list of customers. */
export const warningWords = {
  en: {
    'code.warning_unused': 'Unused codes',
    'code.warnings_used': '{count, plural, one {# customer has} other {# customers have}} used nearly all their codes',
    'code.warning_used': '{name} has used {share}% of its codes',
    'code.warning_used_line':
      '{count, plural, =0 {No unused code is left.} one {# unused code is left.} other {# unused codes are left.}}',
    'code.warnings_undelivered':
      'The codes of {count, plural, one {# batch} other {# batches}} are not marked as delivered',
    'code.warning_undelivered': 'The codes of {title} are not marked as delivered',
    'code.warning_undelivered_line': '{customer}, issued {days, plural, one {yesterday} other {# days ago}}',
    'code.listed_last': 'Last order',
  },
  es: {
    'code.warning_unused': 'Códigos sin usar',
    'code.warnings_used':
      '{count, plural, one {# cliente ha usado casi todos sus códigos} other {# clientes han usado casi todos sus códigos}}',
    'code.warning_used': '{name} ha usado el {share} % de sus códigos',
    'code.warning_used_line':
      '{count, plural, =0 {No queda ningún código sin usar.} one {Queda # código sin usar.} many {Quedan # de códigos sin usar.} other {Quedan # códigos sin usar.}}',
    'code.warnings_undelivered':
      'Los códigos de {count, plural, one {# lote} other {# lotes}} no están marcados como entregados',
    'code.warning_undelivered': 'Los códigos de {title} no están marcados como entregados',
    'code.warning_undelivered_line':
      '{customer}, emitido {days, plural, one {ayer} many {hace # de días} other {hace # días}}',
    'code.listed_last': 'Último pedido',
  },
  jp: {
    'code.warning_unused': '未使用のコード',
    'code.warnings_used': '{count, plural, other {#件}}の顧客がコードをほぼ使い切っています',
    'code.warning_used': '{name}はコードの{share}%を使用しました',
    'code.warning_used_line':
      '{count, plural, =0 {未使用のコードは残っていません。} other {未使用のコードは残り#件です。}}',
    'code.warnings_undelivered': '{count, plural, other {#件}}のロットのコードはまだ納品済みになっていません',
    'code.warning_undelivered': '{title}のコードはまだ納品済みになっていません',
    'code.warning_undelivered_line': '{customer}、{days, plural, =1 {昨日} other {#日前}}に発行',
    'code.listed_last': '前回の注文',
  },
  ko: {
    'code.warning_unused': '미사용 코드',
    'code.warnings_used': '고객 {count, plural, other {#곳}}이 코드를 거의 다 사용했습니다',
    'code.warning_used': '{name}: 코드의 {share}%를 사용했습니다',
    'code.warning_used_line':
      '{count, plural, =0 {남은 미사용 코드가 없습니다.} other {미사용 코드가 #개 남았습니다.}}',
    'code.warnings_undelivered': '묶음 {count, plural, other {#개}}의 코드가 아직 전달된 것으로 표시되지 않았습니다',
    'code.warning_undelivered': '{title}의 코드가 아직 전달된 것으로 표시되지 않았습니다',
    'code.warning_undelivered_line': '{customer}, {days, plural, =1 {어제} other {#일 전}} 발급',
    'code.listed_last': '최근 주문',
  },
  tr: {
    'code.warning_unused': 'Kullanılmamış kodlar',
    'code.warnings_used': '{count, plural, one {# müşteri} other {# müşteri}} kodlarının neredeyse tamamını kullandı',
    'code.warning_used': '{name}, kodlarının %{share} kadarını kullandı',
    'code.warning_used_line':
      '{count, plural, =0 {Kullanılmamış kod kalmadı.} one {# kullanılmamış kod kaldı.} other {# kullanılmamış kod kaldı.}}',
    'code.warnings_undelivered':
      '{count, plural, one {# grubun} other {# grubun}} kodları teslim edildi olarak işaretlenmedi',
    'code.warning_undelivered': '{title} kodları teslim edildi olarak işaretlenmedi',
    'code.warning_undelivered_line': '{customer}, {days, plural, one {dün} other {# gün önce}} üretildi',
    'code.listed_last': 'Son sipariş',
  },
} as const;
