/** Messages for ends that follow an issue, a delivery or an order. */
export const endWords = {
  en: {
    'code.field_valid_days': 'Days',
    'code.field_valid_after': 'Ends',
    'code.ends_on': 'On a date, or never',
    'code.ends_after_issue': 'Some days after issue',
    'code.ends_after_delivery': 'Some days after delivery',
    'code.ends_after_vend': 'Some days after the order',
    'code.after_issue': 'after issue',
    'code.after_delivery': 'after delivery',
    'code.after_vend': 'after the order',
    'code.days_after_issue': '{days, plural, one {# day} other {# days}} after issue',
    'code.days_after_delivery': '{days, plural, one {# day} other {# days}} after delivery',
    'code.days_after_vend': '{days, plural, one {# day} other {# days}} after the order',
    'code.gets_after_issue': 'It can be used for {days, plural, one {# day} other {# days}} after it is issued.',
    'code.gets_after_delivery':
      'It can be used for {days, plural, one {# day} other {# days}} after the first file with it was downloaded. Until then it does not expire.',
    'code.gets_after_vend':
      'It can be used for {days, plural, one {# day} other {# days}} after a shop has drawn it for an order. Until then it does not expire.',
    'code.partner_redeem_delivery':
      'The codes themselves can be redeemed for {days, plural, one {# day} other {# days}} after their first download.',
    'code.partner_redeem_vend':
      'Each code can be redeemed for {days, plural, one {# day} other {# days}} after its order.',
    'code.two_ends': 'A batch ends on a date or after some days, not both.',
  },
  es: {
    'code.field_valid_days': 'Días',
    'code.field_valid_after': 'Termina',
    'code.ends_on': 'En una fecha, o nunca',
    'code.ends_after_issue': 'Unos días después de la emisión',
    'code.ends_after_delivery': 'Unos días después de la entrega',
    'code.ends_after_vend': 'Unos días después del pedido',
    'code.after_issue': 'después de la emisión',
    'code.after_delivery': 'después de la entrega',
    'code.after_vend': 'después del pedido',
    'code.days_after_issue': '{days, plural, one {# día} other {# días}} después de la emisión',
    'code.days_after_delivery': '{days, plural, one {# día} other {# días}} después de la entrega',
    'code.days_after_vend': '{days, plural, one {# día} other {# días}} después del pedido',
    'code.gets_after_issue': 'Se puede usar durante {days, plural, one {# día} other {# días}} después de la emisión.',
    'code.gets_after_delivery':
      'Se puede usar durante {days, plural, one {# día} other {# días}} después de la primera descarga de un archivo que lo contenga. Hasta entonces no caduca.',
    'code.gets_after_vend':
      'Se puede usar durante {days, plural, one {# día} other {# días}} después de que una tienda lo obtenga para un pedido. Hasta entonces no caduca.',
    'code.partner_redeem_delivery':
      'Los códigos se pueden canjear durante {days, plural, one {# día} other {# días}} después de su primera descarga.',
    'code.partner_redeem_vend':
      'Cada código se puede canjear durante {days, plural, one {# día} other {# días}} después de su pedido.',
    'code.two_ends': 'Un lote termina en una fecha o después de unos días, no las dos cosas.',
  },
  jp: {
    'code.field_valid_days': '日数',
    'code.field_valid_after': '終了',
    'code.ends_on': '日付で指定、または無期限',
    'code.ends_after_issue': '発行から数日後',
    'code.ends_after_delivery': '納品から数日後',
    'code.ends_after_vend': '注文から数日後',
    'code.after_issue': '発行後',
    'code.after_delivery': '納品後',
    'code.after_vend': '注文後',
    'code.days_after_issue': '発行から{days, plural, other {#}}日後',
    'code.days_after_delivery': '納品から{days, plural, other {#}}日後',
    'code.days_after_vend': '注文から{days, plural, other {#}}日後',
    'code.gets_after_issue': '発行から{days, plural, other {#}}日間使えます。',
    'code.gets_after_delivery':
      'このコードを含むファイルが最初にダウンロードされてから{days, plural, other {#}}日間使えます。それまでは期限がありません。',
    'code.gets_after_vend':
      '店舗が注文のために取得してから{days, plural, other {#}}日間使えます。それまでは期限がありません。',
    'code.partner_redeem_delivery': 'コード自体は最初のダウンロードから{days, plural, other {#}}日間登録できます。',
    'code.partner_redeem_vend': '各コードは注文から{days, plural, other {#}}日間登録できます。',
    'code.two_ends': 'ロットの終了は、日付か日数のどちらか一方で決めます。',
  },
  ko: {
    'code.field_valid_days': '일수',
    'code.field_valid_after': '종료',
    'code.ends_on': '날짜 지정 또는 무기한',
    'code.ends_after_issue': '발급 후 며칠',
    'code.ends_after_delivery': '전달 후 며칠',
    'code.ends_after_vend': '주문 후 며칠',
    'code.after_issue': '발급 후',
    'code.after_delivery': '전달 후',
    'code.after_vend': '주문 후',
    'code.days_after_issue': '발급 후 {days, plural, other {#}}일',
    'code.days_after_delivery': '전달 후 {days, plural, other {#}}일',
    'code.days_after_vend': '주문 후 {days, plural, other {#}}일',
    'code.gets_after_issue': '발급 후 {days, plural, other {#}}일 동안 쓸 수 있습니다.',
    'code.gets_after_delivery':
      '이 코드가 든 파일을 처음 다운로드한 뒤 {days, plural, other {#}}일 동안 쓸 수 있습니다. 그때까지는 기한이 없습니다.',
    'code.gets_after_vend':
      '상점이 주문에 쓰려고 이 코드를 가져간 뒤 {days, plural, other {#}}일 동안 쓸 수 있습니다. 그때까지는 기한이 없습니다.',
    'code.partner_redeem_delivery':
      '코드 자체는 처음 다운로드한 뒤 {days, plural, other {#}}일 동안 등록할 수 있습니다.',
    'code.partner_redeem_vend': '각 코드는 주문 후 {days, plural, other {#}}일 동안 등록할 수 있습니다.',
    'code.two_ends': '묶음의 종료는 날짜와 일수 중 하나로만 정할 수 있습니다.',
  },
  tr: {
    'code.field_valid_days': 'Gün',
    'code.field_valid_after': 'Bitiş',
    'code.ends_on': 'Bir tarihte ya da hiç',
    'code.ends_after_issue': 'Üretimden birkaç gün sonra',
    'code.ends_after_delivery': 'Teslimattan birkaç gün sonra',
    'code.ends_after_vend': 'Siparişten birkaç gün sonra',
    'code.after_issue': 'üretimden sonra',
    'code.after_delivery': 'teslimattan sonra',
    'code.after_vend': 'siparişten sonra',
    'code.days_after_issue': 'Üretimden {days, plural, other {#}} gün sonra',
    'code.days_after_delivery': 'Teslimattan {days, plural, other {#}} gün sonra',
    'code.days_after_vend': 'Siparişten {days, plural, other {#}} gün sonra',
    'code.gets_after_issue': 'Üretildikten sonra {days, plural, other {#}} gün kullanılabilir.',
    'code.gets_after_delivery':
      'Kodu içeren ilk dosya indirildikten sonra {days, plural, other {#}} gün kullanılabilir. O zamana kadar süresi dolmaz.',
    'code.gets_after_vend':
      'Bir mağaza onu bir sipariş için aldıktan sonra {days, plural, other {#}} gün kullanılabilir. O zamana kadar süresi dolmaz.',
    'code.partner_redeem_delivery': 'Kodlar ilk indirmeden sonra {days, plural, other {#}} gün kullanılabilir.',
    'code.partner_redeem_vend': 'Her kod siparişinden sonra {days, plural, other {#}} gün kullanılabilir.',
    'code.two_ends': 'Bir grup bir tarihte ya da birkaç gün sonra biter, ikisi birden olmaz.',
  },
  causes: {
    'code.two_ends': 'A new batch has an end and a number of days (400)',
  },
} as const;
