import type { MessagePart } from '../messages.ts';

/** The text of each SheetError for the person who chose the file, in ICU message format. */
export const sheetMessages = {
  en: {
    'sheet.not_a_spreadsheet': 'This file is not a spreadsheet. Choose an .xlsx or .csv file.',
    'sheet.wrong_extension':
      'The file name “{name}” does not match its content, which is {format, select, xlsx {an .xlsx workbook} other {plain text (CSV)}}. Correct the extension or choose another file.',
    'sheet.unsupported_format': '{format} files are not supported. Save the sheet as .xlsx or .csv.',
    'sheet.encrypted': 'This workbook is password-protected. Save it without a password and choose it again.',
    'sheet.truncated': 'This file is incomplete. Save or download it again, then choose it again.',
    'sheet.damaged':
      'This workbook is damaged ({part}). Open it in a spreadsheet program, save it and choose it again.',
    'sheet.unsafe': 'For safety, this workbook was not read: it contains something no spreadsheet needs ({part}).',
    'sheet.too_large': 'This workbook is too large: it exceeds {limit, number} MB when unpacked.',
    'sheet.too_much_text':
      'This sheet contains more than {limit, number} MB of text; row {row} exceeds the limit. Split it into several files.',
    'sheet.suspicious_compression':
      'For safety, this file was not read: it unpacks to far more than a spreadsheet should.',
    'sheet.too_many_rows':
      'This sheet has more than {limit, plural, one {# row} other {# rows}}. Split it into several files.',
    'sheet.too_many_columns':
      'This sheet has more than {limit, plural, one {# column} other {# columns}}: row {row} has content in column {column}.',
    'sheet.cell_too_long': 'Row {row}, column {column}: the cell contains more than {limit, number} characters.',
    'sheet.illegal_character':
      'Row {row}, column {column}: the cell contains an invisible character that cannot be stored. Retype the cell.',
    'sheet.not_found': 'The workbook has no sheet named “{name}”.',
    'sheet.no_sheet': 'The workbook has no visible sheet.',
    'sheet.bad_encoding':
      'Row {row}, column {column}: the text cannot be read because the file is not UTF-8. Save it as “CSV UTF-8” and choose it again.',
    'sheet.bad_csv':
      'Row {row}: the quotation marks do not match. A cell that starts with a quotation mark must end with one, and quotation marks inside it must be doubled.',
  },
  es: {
    'sheet.not_a_spreadsheet': 'Este archivo no es una hoja de cálculo. Elija un archivo .xlsx o .csv.',
    'sheet.wrong_extension':
      'El nombre «{name}» no corresponde al archivo: su contenido es {format, select, xlsx {un libro de cálculo .xlsx} other {texto sin formato (CSV)}}. Corrija la extensión o elija otro archivo.',
    'sheet.unsupported_format': 'No se admiten archivos en formato {format}. Guarde la hoja como .xlsx o .csv.',
    'sheet.encrypted':
      'Este libro de cálculo está protegido con contraseña. Guárdelo sin contraseña y elíjalo de nuevo.',
    'sheet.truncated': 'Este archivo está incompleto. Guárdelo o descárguelo otra vez y elíjalo de nuevo.',
    'sheet.damaged':
      'Este libro de cálculo está dañado ({part}). Ábralo en un programa de hojas de cálculo, guárdelo otra vez y elíjalo de nuevo.',
    'sheet.unsafe':
      'Por seguridad, este libro de cálculo no se ha leído: contiene algo que ninguna hoja de cálculo necesita ({part}).',
    'sheet.too_large': 'Este libro de cálculo es demasiado grande: descomprimido supera los {limit, number} MB.',
    'sheet.too_much_text':
      'Esta hoja contiene más de {limit, number} MB de texto; la fila {row} supera el límite. Divídala en varios archivos.',
    'sheet.suspicious_compression':
      'Por seguridad, este archivo no se ha leído: descomprimido ocupa mucho más que una hoja de cálculo.',
    'sheet.too_many_rows':
      'Esta hoja tiene más de {limit, plural, one {# fila} other {# filas}}. Divídala en varios archivos.',
    'sheet.too_many_columns':
      'Esta hoja tiene más de {limit, plural, one {# columna} other {# columnas}}: la fila {row} tiene contenido en la columna {column}.',
    'sheet.cell_too_long': 'Fila {row}, columna {column}: la celda tiene más de {limit, number} caracteres.',
    'sheet.illegal_character':
      'Fila {row}, columna {column}: la celda contiene un carácter invisible que no se puede guardar. Escriba la celda de nuevo.',
    'sheet.not_found': 'El libro de cálculo no tiene ninguna hoja llamada «{name}».',
    'sheet.no_sheet': 'El libro de cálculo no tiene ninguna hoja visible.',
    'sheet.bad_encoding':
      'Fila {row}, columna {column}: no se puede leer el texto porque el archivo no está en UTF-8. Guárdelo como «CSV UTF-8» y elíjalo de nuevo.',
    'sheet.bad_csv':
      'Fila {row}: las comillas no coinciden. Una celda que empieza con comillas debe terminar con ellas, y las de dentro deben duplicarse.',
  },
  jp: {
    'sheet.not_a_spreadsheet':
      'このファイルはスプレッドシートではありません。.xlsxまたは.csvファイルを選択してください。',
    'sheet.wrong_extension':
      'ファイル名「{name}」が内容と一致しません。内容は{format, select, xlsx {.xlsxブック} other {テキスト（CSV）}}です。拡張子を直すか、別のファイルを選択してください。',
    'sheet.unsupported_format':
      '{format}形式のファイルには対応していません。シートを.xlsxまたは.csvで保存してください。',
    'sheet.encrypted':
      'このブックはパスワードで保護されています。パスワードなしで保存してから、もう一度選択してください。',
    'sheet.truncated':
      'このファイルは途中で切れています。もう一度保存またはダウンロードしてから、選択し直してください。',
    'sheet.damaged':
      'このブックは壊れています（{part}）。スプレッドシートのソフトで開いて保存し直してから、もう一度選択してください。',
    'sheet.unsafe':
      '安全のために読み取りを中止しました。このブックには、スプレッドシートに不要なもの（{part}）が含まれています。',
    'sheet.too_large': 'このブックは大きすぎます。展開すると{limit, number}MBを超えます。',
    'sheet.too_much_text':
      'このシートのテキストは{limit, number}MBを超えています（{row}行目で超過）。複数のファイルに分けてください。',
    'sheet.suspicious_compression':
      '安全のためにこのファイルの読み取りを中止しました。展開すると、スプレッドシートとしては異常に大きくなります。',
    'sheet.too_many_rows': 'このシートは{limit, number}行を超えています。複数のファイルに分けてください。',
    'sheet.too_many_columns': 'このシートは{limit, number}列を超えています。{row}行目の{column}列に内容があります。',
    'sheet.cell_too_long': '{row}行目、{column}列：セルの内容が{limit, number}文字を超えています。',
    'sheet.illegal_character':
      '{row}行目、{column}列：セルに保存できない不可視の文字が含まれています。セルを入力し直してください。',
    'sheet.not_found': 'ブックに「{name}」という名前のシートがありません。',
    'sheet.no_sheet': 'ブックに表示されているシートがありません。',
    'sheet.bad_encoding':
      '{row}行目、{column}列：ファイルがUTF-8ではないため、文字を読み取れません。「CSV UTF-8」で保存してから、もう一度選択してください。',
    'sheet.bad_csv':
      '{row}行目：引用符が正しく対応していません。引用符で始まるセルは引用符で終え、中の引用符は2つ重ねてください。',
  },
  ko: {
    'sheet.not_a_spreadsheet': '이 파일은 스프레드시트가 아닙니다. .xlsx 또는 .csv 파일을 선택하세요.',
    'sheet.wrong_extension':
      '파일 이름 “{name}”이(가) 내용과 맞지 않습니다. 내용은 {format, select, xlsx {.xlsx 통합 문서} other {텍스트(CSV)}}입니다. 확장자를 고치거나 다른 파일을 선택하세요.',
    'sheet.unsupported_format': '{format} 형식의 파일은 지원하지 않습니다. 시트를 .xlsx 또는 .csv로 저장하세요.',
    'sheet.encrypted': '비밀번호로 보호된 통합 문서입니다. 비밀번호 없이 저장한 뒤 다시 선택하세요.',
    'sheet.truncated': '파일이 완전하지 않습니다. 다시 저장하거나 다운로드한 뒤 선택하세요.',
    'sheet.damaged': '통합 문서가 손상되었습니다({part}). 스프레드시트 프로그램에서 열어 다시 저장한 뒤 선택하세요.',
    'sheet.unsafe':
      '안전을 위해 이 통합 문서를 읽지 않았습니다. 스프레드시트에 필요하지 않은 내용({part})이 들어 있습니다.',
    'sheet.too_large': '통합 문서가 너무 큽니다. 압축을 풀면 {limit, number}MB를 넘습니다.',
    'sheet.too_much_text': '이 시트의 텍스트가 {limit, number}MB를 넘습니다({row}행에서 초과). 여러 파일로 나누세요.',
    'sheet.suspicious_compression':
      '안전을 위해 이 파일을 읽지 않았습니다. 압축을 풀면 스프레드시트로 보기에는 비정상적으로 커집니다.',
    'sheet.too_many_rows': '시트가 {limit, number}행을 넘습니다. 여러 파일로 나누세요.',
    'sheet.too_many_columns': '시트가 {limit, number}열을 넘습니다. {row}행 {column}열에 내용이 있습니다.',
    'sheet.cell_too_long': '{row}행 {column}열: 셀의 내용이 {limit, number}자를 넘습니다.',
    'sheet.illegal_character':
      '{row}행 {column}열: 저장할 수 없는 보이지 않는 문자가 셀에 들어 있습니다. 셀을 다시 입력하세요.',
    'sheet.not_found': '통합 문서에 “{name}” 시트가 없습니다.',
    'sheet.no_sheet': '통합 문서에 표시된 시트가 없습니다.',
    'sheet.bad_encoding':
      '{row}행 {column}열: 파일이 UTF-8이 아니어서 글자를 읽을 수 없습니다. “CSV UTF-8”로 저장한 뒤 다시 선택하세요.',
    'sheet.bad_csv':
      '{row}행: 따옴표의 짝이 맞지 않습니다. 따옴표로 시작하는 셀은 따옴표로 끝나야 하고, 셀 안의 따옴표는 두 번 적어야 합니다.',
  },
  tr: {
    'sheet.not_a_spreadsheet': 'Bu dosya bir e-tablo değil. Bir .xlsx veya .csv dosyası seçin.',
    'sheet.wrong_extension':
      '“{name}” adı dosyaya uymuyor: içeriği {format, select, xlsx {bir .xlsx çalışma kitabı} other {düz metin (CSV)}}. Uzantıyı düzeltin veya başka bir dosya seçin.',
    'sheet.unsupported_format':
      '{format} biçimindeki dosyalar desteklenmiyor. Tabloyu .xlsx veya .csv olarak kaydedin.',
    'sheet.encrypted': 'Bu çalışma kitabı parolayla korunuyor. Parolasız kaydedip yeniden seçin.',
    'sheet.truncated': 'Bu dosya eksik. Yeniden kaydedin veya indirin ve tekrar seçin.',
    'sheet.damaged': 'Bu çalışma kitabı bozuk ({part}). Bir e-tablo programında açıp yeniden kaydedin ve tekrar seçin.',
    'sheet.unsafe':
      'Güvenlik için bu çalışma kitabı okunmadı: hiçbir e-tablonun gerektirmediği bir şey içeriyor ({part}).',
    'sheet.too_large': 'Bu çalışma kitabı çok büyük: açıldığında {limit, number} MB sınırını aşıyor.',
    'sheet.too_much_text':
      'Bu tabloda {limit, number} MB üzerinde metin var; sınır {row}. satırda aşılıyor. Tabloyu birkaç dosyaya bölün.',
    'sheet.suspicious_compression':
      'Güvenlik için bu dosya okunmadı: açıldığında bir e-tablonun tutması gerekenden çok daha fazla yer kaplıyor.',
    'sheet.too_many_rows':
      'Bu tabloda {limit, plural, one {# satırdan} other {# satırdan}} fazlası var. Birkaç dosyaya bölün.',
    'sheet.too_many_columns':
      'Bu tabloda {limit, plural, one {# sütundan} other {# sütundan}} fazlası var: {row}. satırın {column} sütunu dolu.',
    'sheet.cell_too_long': '{row}. satır, {column} sütunu: hücrede {limit, number} karakterden fazlası var.',
    'sheet.illegal_character':
      '{row}. satır, {column} sütunu: hücrede saklanamayan, görünmez bir karakter var. Hücreyi yeniden yazın.',
    'sheet.not_found': 'Çalışma kitabında “{name}” adlı bir sayfa yok.',
    'sheet.no_sheet': 'Çalışma kitabında görünür bir sayfa yok.',
    'sheet.bad_encoding':
      '{row}. satır, {column} sütunu: dosya UTF-8 olmadığı için metin okunamıyor. “CSV UTF-8” olarak kaydedip yeniden seçin.',
    'sheet.bad_csv':
      '{row}. satır: tırnak işaretleri eşleşmiyor. Tırnakla başlayan hücre tırnakla bitmeli, içindeki tırnak iki kez yazılmalıdır.',
  },
  causes: {
    'sheet.not_a_spreadsheet': 'The file is neither a workbook nor text (422)',
    'sheet.wrong_extension': 'The content of the file is the other type than its name says (422)',
    'sheet.unsupported_format': 'The workbook has an older or unknown format (422)',
    'sheet.encrypted': 'The workbook has a password (422)',
    'sheet.truncated': 'The workbook is cut off (422)',
    'sheet.damaged': 'A part of the workbook cannot be read (422)',
    'sheet.unsafe': 'A part of the workbook defines types or entities (422)',
    'sheet.too_large': 'The workbook unpacks to more than the limit (422)',
    'sheet.too_much_text': 'The cells contain more text than the limit, however small the file (422)',
    'sheet.suspicious_compression': 'The workbook is a decompression bomb (422)',
    'sheet.too_many_rows': 'The sheet has more rows than the limit (422)',
    'sheet.too_many_columns': 'The sheet has more columns than the limit (422)',
    'sheet.cell_too_long': 'A cell exceeds the limit (422)',
    'sheet.illegal_character': 'A cell contains a character that cannot be stored (422)',
    'sheet.not_found': 'The workbook has no sheet with this name (422)',
    'sheet.no_sheet': 'All sheets of the workbook are hidden (422)',
    'sheet.bad_encoding': 'The encoding of a .csv file is not known (422)',
    'sheet.bad_csv': 'Quotation marks of a .csv file are not closed (422)',
  },
} as const satisfies MessagePart;
