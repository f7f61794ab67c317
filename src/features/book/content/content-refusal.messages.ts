import type { Locale } from '#kernel/i18n/locale.ts';

/** Why a compressed file is not opened; part of the book feature's messages. */
export const contentRefusalWords = {
  en: {
    'book.zip_not_zip': 'Unable to open compressed file: it is not a zip file.',
    'book.zip_empty': 'Unable to open compressed file: there is nothing in it.',
    'book.zip_truncated': 'Unable to open compressed file: it is incomplete. Save or download it again.',
    'book.zip_damaged': 'Unable to open compressed file: it is damaged, or says of itself what is not so ({entry}).',
    'book.zip_hidden':
      'Unable to open compressed file: it holds something that its directory does not list. Pack it again.',
    'book.zip_encrypted': 'Unable to open compressed file: it is encrypted or protected ({entry}).',
    'book.zip_unsafe_name': 'Unable to open compressed file: a name in it leads outside, which is not safe ({entry}).',
    'book.zip_duplicate_name': 'Unable to open compressed file: a name stands in it twice ({entry}).',
    'book.zip_unknown_method':
      'Unable to open compressed file: a file in it is packed in a way that is not supported ({entry}).',
    'book.zip_bomb':
      'Unable to open compressed file: it unpacks to far more than it should, so it is not opened for safety.',
    'book.zip_too_many_entries': 'Unable to open compressed file: there are more than {limit, number} files in it.',
    'book.zip_too_large': 'Unable to open compressed file: unpacked, it takes more than {limit, number} MB.',
    'book.zip_not_epub': 'Unable to open compressed file: it is no EPUB (its mimetype says otherwise).',
    'book.zip_part_missing': 'Unable to open compressed file: a part of the EPUB is missing ({entry}).',
    'book.zip_xml_bad': 'Unable to open compressed file: a part of the EPUB cannot be read ({entry}).',
    'book.zip_xml_unsafe':
      'Unable to open compressed file: a part of the EPUB defines types or entities, which is not safe ({entry}).',
  },
  es: {
    'book.zip_not_zip': 'No se puede abrir el archivo comprimido: no es un archivo zip.',
    'book.zip_empty': 'No se puede abrir el archivo comprimido: no contiene nada.',
    'book.zip_truncated': 'No se puede abrir el archivo comprimido: está incompleto. Guárdelo o descárguelo de nuevo.',
    'book.zip_damaged':
      'No se puede abrir el archivo comprimido: está dañado o declara algo que no es cierto ({entry}).',
    'book.zip_hidden':
      'No se puede abrir el archivo comprimido: contiene algo que su índice no enumera. Comprímalo de nuevo.',
    'book.zip_encrypted': 'No se puede abrir el archivo comprimido: está cifrado o protegido ({entry}).',
    'book.zip_unsafe_name':
      'No se puede abrir el archivo comprimido: un nombre lleva fuera del archivo, lo que no es seguro ({entry}).',
    'book.zip_duplicate_name': 'No se puede abrir el archivo comprimido: un nombre aparece dos veces ({entry}).',
    'book.zip_unknown_method':
      'No se puede abrir el archivo comprimido: un archivo está comprimido con un método no admitido ({entry}).',
    'book.zip_bomb':
      'No se puede abrir el archivo comprimido: descomprimido ocupa mucho más de lo normal; por seguridad, no se abre.',
    'book.zip_too_many_entries': 'No se puede abrir el archivo comprimido: contiene más de {limit, number} archivos.',
    'book.zip_too_large': 'No se puede abrir el archivo comprimido: descomprimido ocupa más de {limit, number} MB.',
    'book.zip_not_epub': 'No se puede abrir el archivo comprimido: no es un EPUB (su mimetype indica otra cosa).',
    'book.zip_part_missing': 'No se puede abrir el archivo comprimido: falta una parte del EPUB ({entry}).',
    'book.zip_xml_bad': 'No se puede abrir el archivo comprimido: no se puede leer una parte del EPUB ({entry}).',
    'book.zip_xml_unsafe':
      'No se puede abrir el archivo comprimido: una parte del EPUB define tipos o entidades, lo que no es seguro ({entry}).',
  },
  jp: {
    'book.zip_not_zip': '圧縮ファイルを開けません：zip ファイルではありません。',
    'book.zip_empty': '圧縮ファイルを開けません：中に何もありません。',
    'book.zip_truncated': '圧縮ファイルを開けません：途中で切れています。もう一度保存またはダウンロードしてください。',
    'book.zip_damaged': '圧縮ファイルを開けません：壊れているか、記録と内容が一致しません（{entry}）。',
    'book.zip_hidden': '圧縮ファイルを開けません：目録にないものが含まれています。もう一度圧縮してください。',
    'book.zip_encrypted': '圧縮ファイルを開けません：暗号化または保護されています（{entry}）。',
    'book.zip_unsafe_name': '圧縮ファイルを開けません：外部を指す安全でない名前が含まれています（{entry}）。',
    'book.zip_duplicate_name': '圧縮ファイルを開けません：同じ名前が二つあります（{entry}）。',
    'book.zip_unknown_method':
      '圧縮ファイルを開けません：対応していない方法で圧縮されたファイルがあります（{entry}）。',
    'book.zip_bomb': '圧縮ファイルを開けません：展開すると異常に大きくなるため、安全のために開きません。',
    'book.zip_too_many_entries': '圧縮ファイルを開けません：{limit, number} 件を超えるファイルが入っています。',
    'book.zip_too_large': '圧縮ファイルを開けません：展開すると {limit, number} MB を超えます。',
    'book.zip_not_epub': '圧縮ファイルを開けません：EPUB ではありません（mimetype が異なります）。',
    'book.zip_part_missing': '圧縮ファイルを開けません：EPUB の一部がありません（{entry}）。',
    'book.zip_xml_bad': '圧縮ファイルを開けません：EPUB の一部を読み取れません（{entry}）。',
    'book.zip_xml_unsafe': '圧縮ファイルを開けません：EPUB の一部が安全でない文書型や実体を定義しています（{entry}）。',
  },
  ko: {
    'book.zip_not_zip': '압축 파일을 열 수 없습니다: zip 파일이 아닙니다.',
    'book.zip_empty': '압축 파일을 열 수 없습니다: 들어 있는 것이 없습니다.',
    'book.zip_truncated': '압축 파일을 열 수 없습니다: 일부가 빠져 있습니다. 다시 저장하거나 내려받으십시오.',
    'book.zip_damaged': '압축 파일을 열 수 없습니다: 손상되었거나 기록과 내용이 다릅니다({entry}).',
    'book.zip_hidden': '압축 파일을 열 수 없습니다: 목록에 없는 내용이 들어 있습니다. 다시 압축하세요.',
    'book.zip_encrypted': '압축 파일을 열 수 없습니다: 암호화되었거나 보호되어 있습니다({entry}).',
    'book.zip_unsafe_name': '압축 파일을 열 수 없습니다: 바깥을 가리키는 안전하지 않은 이름이 들어 있습니다({entry}).',
    'book.zip_duplicate_name': '압축 파일을 열 수 없습니다: 같은 이름이 두 번 들어 있습니다({entry}).',
    'book.zip_unknown_method': '압축 파일을 열 수 없습니다: 지원하지 않는 방식으로 압축된 파일이 있습니다({entry}).',
    'book.zip_bomb': '압축 파일을 열 수 없습니다: 압축을 풀면 비정상적으로 커지므로 안전을 위해 열지 않습니다.',
    'book.zip_too_many_entries': '압축 파일을 열 수 없습니다: 파일이 {limit, number}개를 넘습니다.',
    'book.zip_too_large': '압축 파일을 열 수 없습니다: 압축을 풀면 {limit, number}MB를 넘습니다.',
    'book.zip_not_epub': '압축 파일을 열 수 없습니다: EPUB이 아닙니다(mimetype이 다릅니다).',
    'book.zip_part_missing': '압축 파일을 열 수 없습니다: EPUB의 일부가 없습니다({entry}).',
    'book.zip_xml_bad': '압축 파일을 열 수 없습니다: EPUB의 일부를 읽을 수 없습니다({entry}).',
    'book.zip_xml_unsafe':
      '압축 파일을 열 수 없습니다: EPUB의 일부가 안전하지 않은 문서 형식이나 개체를 정의합니다({entry}).',
  },
  tr: {
    'book.zip_not_zip': 'Sıkıştırılmış dosya açılamıyor: bu bir zip dosyası değil.',
    'book.zip_empty': 'Sıkıştırılmış dosya açılamıyor: içinde hiçbir şey yok.',
    'book.zip_truncated': 'Sıkıştırılmış dosya açılamıyor: dosya eksik. Yeniden kaydedin veya indirin.',
    'book.zip_damaged':
      'Sıkıştırılmış dosya açılamıyor: dosya bozuk veya kendisi hakkında yanlış bilgi veriyor ({entry}).',
    'book.zip_hidden': 'Sıkıştırılmış dosya açılamıyor: dizininde listelenmeyen bir şey içeriyor. Yeniden sıkıştırın.',
    'book.zip_encrypted': 'Sıkıştırılmış dosya açılamıyor: dosya şifreli veya korumalı ({entry}).',
    'book.zip_unsafe_name':
      'Sıkıştırılmış dosya açılamıyor: içindeki bir ad dışarıyı gösteriyor; bu güvenli değil ({entry}).',
    'book.zip_duplicate_name': 'Sıkıştırılmış dosya açılamıyor: bir ad içinde iki kez geçiyor ({entry}).',
    'book.zip_unknown_method':
      'Sıkıştırılmış dosya açılamıyor: içindeki bir dosya desteklenmeyen bir yöntemle sıkıştırılmış ({entry}).',
    'book.zip_bomb':
      'Sıkıştırılmış dosya açılamıyor: açıldığında olması gerekenden çok daha büyük oluyor; güvenlik için açılmadı.',
    'book.zip_too_many_entries': 'Sıkıştırılmış dosya açılamıyor: içinde {limit, number} dosyadan fazlası var.',
    'book.zip_too_large': 'Sıkıştırılmış dosya açılamıyor: açıldığında {limit, number} MB sınırını aşıyor.',
    'book.zip_not_epub': 'Sıkıştırılmış dosya açılamıyor: bu bir EPUB değil (mimetype değeri farklı).',
    'book.zip_part_missing': 'Sıkıştırılmış dosya açılamıyor: EPUB dosyasının bir parçası yok ({entry}).',
    'book.zip_xml_bad': 'Sıkıştırılmış dosya açılamıyor: EPUB dosyasının bir parçası okunamıyor ({entry}).',
    'book.zip_xml_unsafe':
      'Sıkıştırılmış dosya açılamıyor: EPUB dosyasının bir parçası güvenli olmayan tür veya varlık tanımlıyor ({entry}).',
  },
} as const satisfies Record<Locale, Record<`book.${string}`, string>>;
