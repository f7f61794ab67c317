/** Messages for the quantity and price of a batch. */
export const quantityWords = {
  en: {
    'code.quantity_heading': 'Quantity and price',
    'code.quantity_change': 'Change quantity',
    'code.activated_least':
      '{count, plural, =0 {No code was activated yet.} one {At least #: this code was activated.} other {At least #: these codes were activated.}}',
    'code.below_activated':
      '{count, plural, one {# code was activated: there cannot be fewer.} other {# codes were activated: there cannot be fewer.}}',
    'code.effect': 'What saving does',
    'code.effect_none': 'The codes stay as they are.',
    'code.effect_issue': '{count, plural, one {# more code is issued.} other {# more codes are issued.}}',
    'code.effect_cancel':
      '{count, plural, =0 {No code has to be cancelled.} one {# unused code is cancelled.} other {# unused codes are cancelled.}}',
    'code.amount_now': 'Current amount',
    'code.amount_then': 'New amount',
    'code.cancel_codes': '{count, plural, one {Cancel # unused code} other {Cancel # unused codes}}',
    'code.cancel_codes_body': 'Nobody can use them any more. You can undo this.',
    'code.kept_changed': 'changed since then',
    'code.count_set_since':
      'The quantity was set to {count, number} by {name} at {time}, after this change. Set it again on the page of the batch.',
    'code.figures_changed':
      'The codes have changed since: now {issue, plural, =0 {none} other {#}} would be issued and {cancel, plural, =0 {none} other {#}} cancelled.',
    'code.closed_issuing': 'Codes of this batch are being issued. Its quantity can be changed afterwards.',
    'code.closed_failed': 'Issuing failed. The quantity can be changed once the codes are issued.',
    'code.closed_cancelled': 'Issuing was stopped: this batch has no codes.',
  },
  es: {
    'code.quantity_heading': 'Cantidad y precio',
    'code.quantity_change': 'Cambiar cantidad',
    'code.activated_least':
      '{count, plural, =0 {Aún no se activó ningún código.} one {Al menos #: este código se activó.} other {Al menos #: estos códigos se activaron.}}',
    'code.below_activated':
      '{count, plural, one {Se activó # código: no puede haber menos.} many {Se activaron # de códigos: no puede haber menos.} other {Se activaron # códigos: no puede haber menos.}}',
    'code.effect': 'Qué ocurrirá al guardar',
    'code.effect_none': 'Los códigos quedan como están.',
    'code.effect_issue':
      '{count, plural, one {Se emite # código más.} many {Se emiten # de códigos más.} other {Se emiten # códigos más.}}',
    'code.effect_cancel':
      '{count, plural, =0 {No hay que cancelar ningún código.} one {Se cancela # código sin usar.} many {Se cancelan # de códigos sin usar.} other {Se cancelan # códigos sin usar.}}',
    'code.amount_now': 'Importe actual',
    'code.amount_then': 'Importe nuevo',
    'code.cancel_codes':
      '{count, plural, one {Cancelar # código sin usar} many {Cancelar # de códigos sin usar} other {Cancelar # códigos sin usar}}',
    'code.cancel_codes_body': 'Ya nadie podrá usarlos. Esto se puede deshacer.',
    'code.kept_changed': 'cambiado desde entonces',
    'code.count_set_since':
      'Después de este cambio, {name} puso la cantidad en {count, number} ({time}). Cámbiela en la página del lote.',
    'code.figures_changed':
      'Los códigos han cambiado: ahora se emitirían {issue, number} y se cancelarían {cancel, number}.',
    'code.closed_issuing': 'Se están emitiendo códigos de este lote. Después se podrá cambiar su cantidad.',
    'code.closed_failed': 'La emisión falló. La cantidad se podrá cambiar cuando se emitan los códigos.',
    'code.closed_cancelled': 'La emisión se detuvo: este lote no tiene códigos.',
  },
  jp: {
    'code.quantity_heading': '数量と価格',
    'code.quantity_change': '数量を変更',
    'code.activated_least':
      '{count, plural, =0 {有効化されたコードはまだありません。} other {有効化済みの#件より少なくできません。}}',
    'code.below_activated': '{count, plural, other {#件のコードが有効化されています。それより少なくはできません。}}',
    'code.effect': '保存による変更',
    'code.effect_none': 'コードはそのままです。',
    'code.effect_issue': '{count, plural, other {コードを#件追加で発行します。}}',
    'code.effect_cancel':
      '{count, plural, =0 {取り消すコードはありません。} other {未使用のコード#件を取り消します。}}',
    'code.amount_now': '現在の金額',
    'code.amount_then': '変更後の金額',
    'code.cancel_codes': '{count, plural, other {未使用のコード#件を取り消す}}',
    'code.cancel_codes_body': '誰も使えなくなります。この操作は元に戻せます。',
    'code.kept_changed': 'その後に変更',
    'code.count_set_since':
      'この変更の後、{name}さんが数量を{count, number}にしました（{time}）。ロットのページで設定し直してください。',
    'code.figures_changed':
      'その後コードが変更されました。現在は{issue, number}件が発行され、{cancel, number}件が取り消されます。',
    'code.closed_issuing': 'このロットのコードを発行しています。数量はその後に変更できます。',
    'code.closed_failed': '発行に失敗しました。数量はコードの発行後に変更できます。',
    'code.closed_cancelled': '発行を中止しました。このロットにコードはありません。',
  },
  ko: {
    'code.quantity_heading': '수량과 가격',
    'code.quantity_change': '수량 변경',
    'code.activated_least':
      '{count, plural, =0 {아직 활성화된 코드가 없습니다.} other {활성화된 #개보다 적을 수 없습니다.}}',
    'code.below_activated': '{count, plural, other {코드 #개가 활성화되었습니다. 그보다 적을 수 없습니다.}}',
    'code.effect': '저장하면 바뀌는 내용',
    'code.effect_none': '코드는 그대로입니다.',
    'code.effect_issue': '{count, plural, other {코드 #개를 더 발급합니다.}}',
    'code.effect_cancel': '{count, plural, =0 {취소할 코드가 없습니다.} other {쓰지 않은 코드 #개를 취소합니다.}}',
    'code.amount_now': '현재 금액',
    'code.amount_then': '변경 후 금액',
    'code.cancel_codes': '{count, plural, other {쓰지 않은 코드 #개 취소}}',
    'code.cancel_codes_body': '아무도 쓸 수 없게 됩니다. 되돌릴 수 있습니다.',
    'code.kept_changed': '그 후 변경됨',
    'code.count_set_since':
      '이 변경 후에 {name} 님이 수량을 {count, number}(으)로 바꿨습니다({time}). 묶음 페이지에서 다시 설정하십시오.',
    'code.figures_changed':
      '그 후 코드가 변경되었습니다. 지금은 {issue, number}개가 발급되고 {cancel, number}개가 취소됩니다.',
    'code.closed_issuing': '이 묶음의 코드를 발급하고 있습니다. 수량은 그 후에 바꿀 수 있습니다.',
    'code.closed_failed': '발급에 실패했습니다. 수량은 코드를 발급한 후에 바꿀 수 있습니다.',
    'code.closed_cancelled': '발급을 중지했습니다. 이 묶음에는 코드가 없습니다.',
  },
  tr: {
    'code.quantity_heading': 'Adet ve fiyat',
    'code.quantity_change': 'Adedi değiştir',
    'code.activated_least':
      '{count, plural, =0 {Henüz etkinleştirilen kod yok.} one {En az #: bu kadar kod etkinleştirildi.} other {En az #: bu kadar kod etkinleştirildi.}}',
    'code.below_activated':
      '{count, plural, one {# kod etkinleştirildi: daha az olamaz.} other {# kod etkinleştirildi: daha az olamaz.}}',
    'code.effect': 'Kaydedince ne olur',
    'code.effect_none': 'Kodlar olduğu gibi kalır.',
    'code.effect_issue': '{count, plural, one {# kod daha üretilir.} other {# kod daha üretilir.}}',
    'code.effect_cancel':
      '{count, plural, =0 {İptal edilecek kod yok.} one {Kullanılmamış # kod iptal edilir.} other {Kullanılmamış # kod iptal edilir.}}',
    'code.amount_now': 'Şimdiki tutar',
    'code.amount_then': 'Yeni tutar',
    'code.cancel_codes': '{count, plural, one {Kullanılmamış # kodu iptal et} other {Kullanılmamış # kodu iptal et}}',
    'code.cancel_codes_body': 'Artık kimse kullanamaz. Bunu geri alabilirsiniz.',
    'code.kept_changed': 'o zamandan beri değişti',
    'code.count_set_since':
      'Bu değişiklikten sonra {name} adedi {count, number} yaptı: {time}. Adedi grubun sayfasında yeniden ayarlayın.',
    'code.figures_changed':
      'Kodlar o zamandan beri değişti: şimdi {issue, number} kod üretilir, {cancel, number} kod iptal edilir.',
    'code.closed_issuing': 'Bu grubun kodları üretiliyor. Adedi sonra değiştirilebilir.',
    'code.closed_failed': 'Üretim başarısız oldu. Adet, kodlar üretildikten sonra değiştirilebilir.',
    'code.closed_cancelled': 'Üretim durduruldu: bu grupta kod yok.',
  },
  causes: {
    'code.below_activated': 'The quantity would be below the codes already activated (422)',
    'code.count_set_since': 'A lowered quantity is undone after the quantity was set again (409)',
    'code.figures_changed': 'A change of a quantity would have another effect than was announced (409)',
    'code.closed_failed': 'The page that changes a quantity is opened for a batch whose issuing failed',
  },
} as const;
