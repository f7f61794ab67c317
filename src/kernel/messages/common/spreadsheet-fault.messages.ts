/** What a spreadsheet left in a cell instead of its value; see spreadsheet-fault.rules.ts. */
export const spreadsheetFaultMessages = {
  en: {
    'invalid.sheet_error':
      'This is an error message of a spreadsheet, not a value. Correct the cell in the spreadsheet, or enter the value here.',
    'invalid.shortened':
      'A spreadsheet shortened this number. Format the column as text and enter the full number again.',
    'invalid.not_calculated':
      'This formula has no result in the file. Open the file in a spreadsheet program, save it and choose it again.',
    'invalid.made_date':
      'This is a date: a spreadsheet probably made it of an ID. Format the column as text and enter the ID again.',
  },
  es: {
    'invalid.sheet_error':
      'Es un mensaje de error de una hoja de cálculo, no un valor. Corrija la celda en la hoja o introduzca el valor aquí.',
    'invalid.shortened':
      'Una hoja de cálculo ha abreviado este número. Dé formato de texto a la columna e introduzca de nuevo el número completo.',
    'invalid.not_calculated':
      'Esta fórmula no tiene resultado en el archivo. Abra el archivo en un programa de hojas de cálculo, guárdelo y elíjalo de nuevo.',
    'invalid.made_date':
      'Es una fecha: probablemente una hoja de cálculo la ha creado a partir de un ID. Dé formato de texto a la columna e introduzca de nuevo el ID.',
  },
  jp: {
    'invalid.sheet_error':
      '値ではなく、表計算ソフトのエラー表示です。シートのセルを直すか、ここに値を入力してください。',
    'invalid.shortened':
      '表計算ソフトが数値を省略して表示した形です。列の形式を文字列にして、数値をすべて入力し直してください。',
    'invalid.not_calculated':
      'この数式の計算結果がファイルにありません。表計算ソフトで開いて保存し、もう一度選択してください。',
    'invalid.made_date':
      '日付になっています。表計算ソフトがIDを日付に変換した可能性があります。列の形式を文字列にして、IDを入力し直してください。',
  },
  ko: {
    'invalid.sheet_error': '값이 아니라 스프레드시트의 오류 표시입니다. 시트에서 셀을 고치거나 여기에 값을 입력하세요.',
    'invalid.shortened':
      '스프레드시트가 줄여서 표시한 숫자입니다. 열의 형식을 텍스트로 바꾸고 전체 숫자를 다시 입력하세요.',
    'invalid.not_calculated':
      '이 수식의 결과가 파일에 없습니다. 스프레드시트 프로그램에서 열어 저장한 뒤 다시 선택하세요.',
    'invalid.made_date':
      '날짜입니다. 스프레드시트가 ID를 날짜로 바꾼 것 같습니다. 열의 형식을 텍스트로 바꾸고 ID를 다시 입력하세요.',
  },
  tr: {
    'invalid.sheet_error':
      'Bu bir değer değil, e-tablonun hata iletisi. Hücreyi e-tabloda düzeltin ya da değeri buraya girin.',
    'invalid.shortened':
      'E-tablo bu sayıyı kısaltmış. Sütunu metin olarak biçimlendirip sayının tamamını yeniden girin.',
    'invalid.not_calculated':
      'Bu formülün sonucu dosyada yok. Dosyayı bir e-tablo programında açıp kaydedin, sonra yeniden seçin.',
    'invalid.made_date':
      'Bu bir tarih: e-tablo bir kimliği büyük olasılıkla tarihe çevirdi. Sütunu metin olarak biçimlendirip kimliği yeniden girin.',
  },
  causes: {
    'invalid.sheet_error': 'A cell holds #N/A, #REF! or another error of a spreadsheet, or only # signs',
    'invalid.shortened': 'A cell holds a number such as 9.79119E+12',
    'invalid.not_calculated': 'A formula of an .xlsx file has no stored result',
    'invalid.made_date': 'A bid, an ISBN or another ID is a date',
  },
} as const;
