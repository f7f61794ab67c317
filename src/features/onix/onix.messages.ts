import { defineMessages } from '#kernel/messages/messages.ts';

export const onixMessages = defineMessages({
  en: {
    'onix.heading': 'ONIX',
    'onix.export': 'ONIX',
    'onix.list': 'Download the list',
    'onix.covers': '{count, plural, one {# link to a cover.} other {# links to covers.}}',
    'onix.covers_line': 'The message links to covers. They are listed, not downloaded.',
    'onix.deletions': '{count, plural, one {# notice of deletion.} other {# notices of deletion.}}',
    'onix.deletions_line': 'The publisher asks to delete these products. They are left out, and nothing is deleted.',
    'onix.one_isbn': 'The message has one ISBN for this product: it is used for both.',
    'onix.no_collection': 'There is no collection “{cid}”.',
    'onix.not_onix': 'This is not an ONIX message: it starts with “{name}”.',
    'onix.release': 'This message is ONIX {release}. Ask the publisher for ONIX 3.0 or 3.1.',
    'onix.no_products': 'This message has no products.',
    'onix.unsafe':
      'For safety, this message was not read: it declares or uses entities, or nests elements too deeply. No ONIX message needs that.',
    'onix.damaged': 'This message is damaged in product {product, number}: its XML is not well-formed.',
    'onix.truncated':
      'This message is incomplete: it ends after {products, plural, one {# product} other {# products}}. Download it again, then choose it again.',
    'onix.illegal_character': 'Product {product, number} contains a character that XML does not allow.',
    'onix.too_long': 'Product {product, number} contains more than a million characters.',
    'onix.bad_encoding':
      'This message is said to be {encoding}, but some of its characters are not. Ask the publisher for the right encoding.',
    'onix.unknown_encoding': 'The encoding “{encoding}” of this message is not known.',
  },
  es: {
    'onix.heading': 'ONIX',
    'onix.export': 'ONIX',
    'onix.list': 'Descargar la lista',
    'onix.covers': '{count, plural, one {# enlace a una cubierta.} other {# enlaces a cubiertas.}}',
    'onix.covers_line': 'El mensaje enlaza cubiertas. Se muestran en una lista, pero no se descargan.',
    'onix.deletions': '{count, plural, one {# aviso de eliminación.} other {# avisos de eliminación.}}',
    'onix.deletions_line': 'La editorial pide que se eliminen estos productos. Quedan excluidos y no se elimina nada.',
    'onix.one_isbn': 'El mensaje tiene un solo ISBN para este producto: se usa para los dos.',
    'onix.no_collection': 'No existe la colección «{cid}».',
    'onix.not_onix': 'Esto no es un mensaje ONIX: empieza por «{name}».',
    'onix.release': 'Este mensaje es ONIX {release}. Pida a la editorial ONIX 3.0 o 3.1.',
    'onix.no_products': 'Este mensaje no tiene productos.',
    'onix.unsafe':
      'Por seguridad, este mensaje no se leyó: declara o usa entidades, o anida demasiado los elementos. Ningún mensaje ONIX lo necesita.',
    'onix.damaged': 'Este mensaje está dañado en el producto {product, number}: su XML no está bien formado.',
    'onix.truncated':
      'Este mensaje está incompleto: termina después de {products, plural, one {# producto} other {# productos}}. Descárguelo y elíjalo de nuevo.',
    'onix.illegal_character': 'El producto {product, number} contiene un carácter que XML no admite.',
    'onix.too_long': 'El producto {product, number} contiene más de un millón de caracteres.',
    'onix.bad_encoding':
      'Este mensaje dice estar en {encoding}, pero algunos caracteres no lo están. Pida a la editorial la codificación correcta.',
    'onix.unknown_encoding': 'No se conoce la codificación «{encoding}» de este mensaje.',
  },
  jp: {
    'onix.heading': 'ONIX',
    'onix.export': 'ONIX',
    'onix.list': '一覧をダウンロード',
    'onix.covers': '表紙へのリンク：{count, number}件',
    'onix.covers_line': 'メッセージに表紙へのリンクがあります。一覧に出すだけで、ダウンロードはしません。',
    'onix.deletions': '削除の通知：{count, number}件',
    'onix.deletions_line': '出版社がこれらの商品の削除を求めています。対象から外してあり、何も削除されません。',
    'onix.one_isbn': 'この商品のISBNはメッセージに1つしかないため、両方に使います。',
    'onix.no_collection': 'コレクション「{cid}」はありません。',
    'onix.not_onix': 'ONIXメッセージではありません。先頭の要素は「{name}」です。',
    'onix.release': 'このメッセージはONIX {release}です。ONIX 3.0または3.1を出版社に依頼してください。',
    'onix.no_products': 'このメッセージには商品がありません。',
    'onix.unsafe':
      '安全のため、このメッセージは読み込みませんでした。実体の宣言や参照、または深すぎる入れ子があります。ONIXメッセージには不要なものです。',
    'onix.damaged': 'このメッセージは{product, number}番目の商品で壊れています。XMLの形式が正しくありません。',
    'onix.truncated':
      'このメッセージは{products, number}件の商品の後で途切れています。ダウンロードし直してから、もう一度選択してください。',
    'onix.illegal_character': '{product, number}番目の商品に、XMLで使えない文字があります。',
    'onix.too_long': '{product, number}番目の商品が100万文字を超えています。',
    'onix.bad_encoding':
      'このメッセージの文字コードは{encoding}とされていますが、そうでない文字があります。正しい文字コードを出版社に依頼してください。',
    'onix.unknown_encoding': 'このメッセージの文字コード「{encoding}」には対応していません。',
  },
  ko: {
    'onix.heading': 'ONIX',
    'onix.export': 'ONIX',
    'onix.list': '목록 다운로드',
    'onix.covers': '표지 링크 {count, number}개',
    'onix.covers_line': '메시지에 표지 링크가 있습니다. 목록으로만 보여 주고 다운로드하지는 않습니다.',
    'onix.deletions': '삭제 통지 {count, number}개',
    'onix.deletions_line':
      '출판사가 이 상품들의 삭제를 요청했습니다. 가져오기에서 제외되며 아무것도 삭제되지 않습니다.',
    'onix.one_isbn': '메시지에 이 상품의 ISBN이 하나뿐이어서 두 곳에 함께 사용합니다.',
    'onix.no_collection': '컬렉션 “{cid}”이(가) 없습니다.',
    'onix.not_onix': 'ONIX 메시지가 아닙니다. “{name}”(으)로 시작합니다.',
    'onix.release': '이 메시지는 ONIX {release}입니다. 출판사에 ONIX 3.0 또는 3.1을 요청하세요.',
    'onix.no_products': '이 메시지에는 상품이 없습니다.',
    'onix.unsafe':
      '안전을 위해 이 메시지를 읽지 않았습니다. 엔터티를 선언하거나 사용했거나 요소가 너무 깊이 중첩되어 있습니다. ONIX 메시지에는 필요 없는 내용입니다.',
    'onix.damaged': '이 메시지는 {product, number}번째 상품에서 손상되었습니다. XML 형식이 올바르지 않습니다.',
    'onix.truncated':
      '이 메시지는 상품 {products, number}개 다음에서 끊겨 있습니다. 다시 다운로드한 뒤 다시 선택하세요.',
    'onix.illegal_character': '{product, number}번째 상품에 XML에서 허용되지 않는 문자가 있습니다.',
    'onix.too_long': '{product, number}번째 상품이 100만 자를 넘습니다.',
    'onix.bad_encoding':
      '이 메시지의 인코딩은 {encoding}(으)로 되어 있지만 그렇지 않은 문자가 있습니다. 출판사에 올바른 인코딩을 요청하세요.',
    'onix.unknown_encoding': '이 메시지의 인코딩 “{encoding}”은(는) 지원되지 않습니다.',
  },
  tr: {
    'onix.heading': 'ONIX',
    'onix.export': 'ONIX',
    'onix.list': 'Listeyi indir',
    'onix.covers': '{count, plural, one {# kapak bağlantısı.} other {# kapak bağlantısı.}}',
    'onix.covers_line': 'İletide kapak bağlantıları var. Listelenir, indirilmez.',
    'onix.deletions': '{count, plural, one {# silme bildirimi.} other {# silme bildirimi.}}',
    'onix.deletions_line': 'Yayıncı bu ürünlerin silinmesini istiyor. Dışarıda bırakıldılar; hiçbir şey silinmez.',
    'onix.one_isbn': 'İletide bu ürün için tek bir ISBN var: ikisi için de o kullanılır.',
    'onix.no_collection': '“{cid}” adlı bir koleksiyon yok.',
    'onix.not_onix': 'Bu bir ONIX iletisi değil: “{name}” ile başlıyor.',
    'onix.release': 'Bu ileti ONIX {release}. Yayıncıdan ONIX 3.0 veya 3.1 isteyin.',
    'onix.no_products': 'Bu iletide ürün yok.',
    'onix.unsafe':
      'Güvenlik nedeniyle bu ileti okunmadı: varlık bildiriyor veya kullanıyor ya da öğeleri çok derin iç içe koyuyor. Hiçbir ONIX iletisi bunu gerektirmez.',
    'onix.damaged': 'Bu ileti {product, number}. üründe bozuk: XML biçimi doğru değil.',
    'onix.truncated':
      'Bu ileti eksik: {products, plural, one {# üründen} other {# üründen}} sonra bitiyor. Yeniden indirip tekrar seçin.',
    'onix.illegal_character': '{product, number}. üründe XML’in izin vermediği bir karakter var.',
    'onix.too_long': '{product, number}. ürün bir milyondan fazla karakter içeriyor.',
    'onix.bad_encoding':
      'Bu iletinin {encoding} olduğu belirtilmiş, ama bazı karakterleri öyle değil. Yayıncıdan doğru kodlamayı isteyin.',
    'onix.unknown_encoding': 'Bu iletinin “{encoding}” kodlaması bilinmiyor.',
  },
  causes: {
    'onix.no_collection': 'The prices of a collection that does not exist are asked for (404)',
    'onix.not_onix': 'An .xml file with another root element was imported (422)',
    'onix.release': 'A message of ONIX 2.1 or older, which need not name its release, was imported (422)',
    'onix.no_products': 'A message with a header alone was imported (422)',
    'onix.unsafe':
      'A message has an internal subset of its document type, an entity besides the five of XML, or more than 64 levels (422)',
    'onix.damaged': 'A tag, an attribute or a comment of a message cannot be read (422)',
    'onix.truncated': 'A message ends before its last element does (422)',
    'onix.illegal_character': 'A message has a control character, or a reference to one (422)',
    'onix.too_long': 'The texts of one product exceed 1,048,576 characters (422)',
    'onix.bad_encoding': 'Bytes of a message are invalid in its encoding (422)',
    'onix.unknown_encoding': 'The XML declaration of a message names an encoding that is not supported (422)',
  },
});

export type OnixWords = typeof onixMessages.words;
