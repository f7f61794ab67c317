/** Messages of printed codes. */
export const printWords = {
  en: {
    'code.print_days':
      '{days, plural, =0 {Permanent, once you redeem it.} one {# day from the day you redeem it.} other {# days from the day you redeem it.}}',
    'code.print_from': 'Redeem from {day}.',
    'code.print_until': 'Redeem by {day}.',
    'code.print_after_order':
      '{days, plural, one {Redeem within # day of the purchase.} other {Redeem within # days of the purchase.}}',
    'code.print_place':
      '{customer} · {batch}{lot, select, none {} other { · lot {lot}}} · codes {first} to {last} of {all}',
    'code.print_page': 'Page {page} of {pages} · printed {day}',
    'code.print_most':
      'At most {most, number} codes can be printed; these are {count, number}. Take a file for a printer instead.',
    'code.print_shown': 'Code, with dashes',
    'code.print_qr': 'Address of the QR code',
    'code.print_qr_name': 'QR code of {code}',
    'code.print_terms': 'Terms',
    'code.url_label': 'Address in the QR codes of printed codes',
    'code.url_help':
      'The address at which a code is redeemed, with code in curly brackets where the code goes. Without an address, the QR code holds the code alone.',
    'code.url_rule':
      'An address that begins with https:// or http:// and has code in curly brackets where the code goes.',
  },
  es: {
    'code.print_days':
      '{days, plural, =0 {Permanente desde el canje.} one {# día desde el canje.} other {# días desde el canje.}}',
    'code.print_from': 'Canjeable desde el {day}.',
    'code.print_until': 'Canjeable hasta el {day}.',
    'code.print_after_order':
      '{days, plural, one {Canjeable durante # día desde la compra.} other {Canjeable durante # días desde la compra.}}',
    'code.print_place':
      '{customer} · {batch}{lot, select, none {} other { · tanda {lot}}} · códigos {first} a {last} de {all}',
    'code.print_page': 'Página {page} de {pages} · impreso el {day}',
    'code.print_most':
      'Se pueden imprimir {most, number} códigos como máximo; estos son {count, number}. Descargue un archivo para la imprenta.',
    'code.print_shown': 'Código, con guiones',
    'code.print_qr': 'Dirección del código QR',
    'code.print_qr_name': 'Código QR de {code}',
    'code.print_terms': 'Condiciones',
    'code.url_label': 'Dirección en los códigos QR impresos',
    'code.url_help':
      'La dirección donde se canjea un código, con la palabra code entre llaves en el lugar del código. Sin dirección, el código QR contiene solo el código.',
    'code.url_rule':
      'Una dirección que empieza por https:// o http:// y tiene la palabra code entre llaves en el lugar del código.',
  },
  jp: {
    'code.print_days': '{days, plural, =0 {登録後、無期限で利用できます。} other {登録した日から#日間利用できます。}}',
    'code.print_from': '登録開始：{day}',
    'code.print_until': '登録期限：{day}',
    'code.print_after_order': '登録期限：購入から{days, plural, other {#}}日以内',
    'code.print_place':
      '{customer} · {batch}{lot, select, none {} other { · 発行回{lot}}} · コード {first}～{last}／{all}',
    'code.print_page': '{page}／{pages}ページ · 印刷日：{day}',
    'code.print_most':
      '印刷できるコードは{most, number}件までです（現在{count, number}件）。印刷会社向けのファイルをご利用ください。',
    'code.print_shown': 'コード（ハイフンつき）',
    'code.print_qr': 'QRコードのアドレス',
    'code.print_qr_name': '{code}のQRコード',
    'code.print_terms': '利用条件',
    'code.url_label': '印刷するQRコードのアドレス',
    'code.url_help':
      'コードを登録するアドレスです。コードが入る位置に、波かっこで囲んだ code と入力します。空の場合、QRコードにはコードだけが入ります。',
    'code.url_rule':
      'https:// または http:// で始まり、コードが入る位置に波かっこで囲んだ code があるアドレスを入力してください。',
  },
  ko: {
    'code.print_days':
      '{days, plural, =0 {등록하면 무기한으로 읽을 수 있습니다.} other {등록한 날부터 #일 동안 읽을 수 있습니다.}}',
    'code.print_from': '등록 시작: {day}',
    'code.print_until': '등록 기한: {day}',
    'code.print_after_order': '등록 기한: 구매 후 {days, plural, other {#}}일 이내',
    'code.print_place': '{customer} · {batch}{lot, select, none {} other { · {lot}차}} · 코드 {first}~{last} / {all}',
    'code.print_page': '{page}/{pages}쪽 · 인쇄일 {day}',
    'code.print_most':
      '코드는 {most, number}개까지 인쇄할 수 있습니다. 지금은 {count, number}개입니다. 인쇄소용 파일을 이용하세요.',
    'code.print_shown': '코드(줄표 포함)',
    'code.print_qr': 'QR 코드의 주소',
    'code.print_qr_name': '{code}의 QR 코드',
    'code.print_terms': '이용 조건',
    'code.url_label': '인쇄물 QR 코드의 주소',
    'code.url_help':
      '코드를 등록하는 주소입니다. 코드가 들어갈 자리에 중괄호로 묶은 code를 넣습니다. 비워 두면 QR 코드에 코드만 담깁니다.',
    'code.url_rule':
      'https:// 또는 http://로 시작하고 코드가 들어갈 자리에 중괄호로 묶은 code가 있는 주소를 입력하세요.',
  },
  tr: {
    'code.print_days':
      '{days, plural, =0 {Kullandıktan sonra süresiz geçerlidir.} other {Kullandığınız günden itibaren # gün geçerlidir.}}',
    'code.print_from': 'İlk kullanım tarihi: {day}',
    'code.print_until': 'Son kullanım tarihi: {day}',
    'code.print_after_order': 'Satın aldıktan sonra {days, plural, other {#}} gün içinde kullanın.',
    'code.print_place':
      '{customer} · {batch}{lot, select, none {} other { · parti {lot}}} · kodlar {first}–{last} / {all}',
    'code.print_page': 'Sayfa {page} / {pages} · basım: {day}',
    'code.print_most':
      'En çok {most, number} kod yazdırılabilir; burada {count, number} kod var. Matbaa için bir dosya indirin.',
    'code.print_shown': 'Kod, tireli',
    'code.print_qr': 'QR kodundaki adres',
    'code.print_qr_name': '{code} kodunun QR kodu',
    'code.print_terms': 'Koşullar',
    'code.url_label': 'Basılı QR kodlarındaki adres',
    'code.url_help':
      'Kodun kullanıldığı adres; kodun yerine süslü parantez içinde code yazılır. Adres yoksa QR kodunda yalnızca kod bulunur.',
    'code.url_rule': 'https:// veya http:// ile başlayan ve kodun yerinde süslü parantez içinde code yazan bir adres.',
  },
  causes: {
    'code.print_most': 'More codes were to be printed than a file of pages holds (422)',
    'code.url_rule': 'The address for printed codes has another form (400)',
  },
} as const;
