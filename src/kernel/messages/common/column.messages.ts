/** Messages of the screens that match the columns of a sheet to fields. */
export const columnMessages = {
  en: {
    'columns.heading': 'Match the columns',
    'columns.hint':
      'The headings of this sheet are not the usual ones. Choose the field each column holds. Your choice is offered again for the next sheet with the same headings.',
    'columns.heading_row': 'Heading row',
    'columns.no_heading': 'No heading row',
    'columns.row': 'Row {row, number}: {text}',
    'columns.column': 'Column {letter}',
    'columns.field_of': 'Field of column {letter}',
    'columns.leave_out': 'Leave out',
    'columns.missing': 'Required fields without a column: {names}.',
    'columns.matched': '{count, plural, one {# column matched} other {# columns matched}}',
    'columns.read': 'Read the rows',
  },
  es: {
    'columns.heading': 'Asignar las columnas',
    'columns.hint':
      'Los encabezados de esta hoja no son los habituales. Elija el campo que contiene cada columna. Su elección se propondrá de nuevo para la próxima hoja con los mismos encabezados.',
    'columns.heading_row': 'Fila de encabezados',
    'columns.no_heading': 'Sin fila de encabezados',
    'columns.row': 'Fila {row, number}: {text}',
    'columns.column': 'Columna {letter}',
    'columns.field_of': 'Campo de la columna {letter}',
    'columns.leave_out': 'Omitir',
    'columns.missing': 'Campos obligatorios sin columna: {names}.',
    'columns.matched':
      '{count, plural, one {# columna asignada} many {# de columnas asignadas} other {# columnas asignadas}}',
    'columns.read': 'Leer las filas',
  },
  jp: {
    'columns.heading': '列の割り当て',
    'columns.hint':
      'このシートの見出しは、標準の見出しと異なります。各列に入っている項目を選択してください。同じ見出しのシートでは、次回も同じ選択が提案されます。',
    'columns.heading_row': '見出しの行',
    'columns.no_heading': '見出しの行なし',
    'columns.row': '{row, number}行目：{text}',
    'columns.column': '{letter}列',
    'columns.field_of': '{letter}列の項目',
    'columns.leave_out': '使わない',
    'columns.missing': '列のない必須項目：{names}。',
    'columns.matched': '{count, plural, other {#列}}を割り当て済み',
    'columns.read': '行を読み取る',
  },
  ko: {
    'columns.heading': '열 지정',
    'columns.hint':
      '이 시트의 머리글은 기본 머리글과 다릅니다. 열마다 어떤 항목인지 선택하세요. 머리글이 같은 시트에는 다음에도 이 선택이 제안됩니다.',
    'columns.heading_row': '머리글 행',
    'columns.no_heading': '머리글 행 없음',
    'columns.row': '{row, number}행: {text}',
    'columns.column': '{letter}열',
    'columns.field_of': '{letter}열의 항목',
    'columns.leave_out': '사용 안 함',
    'columns.missing': '열이 없는 필수 항목: {names}.',
    'columns.matched': '열 {count, plural, other {#개}} 지정됨',
    'columns.read': '행 읽기',
  },
  tr: {
    'columns.heading': 'Sütunları eşleştirin',
    'columns.hint':
      'Bu tablonun başlıkları alışılmış olanlar değil. Her sütunun hangi alanı içerdiğini seçin. Aynı başlıkları taşıyan bir sonraki tabloda seçiminiz yeniden önerilir.',
    'columns.heading_row': 'Başlık satırı',
    'columns.no_heading': 'Başlık satırı yok',
    'columns.row': '{row, number}. satır: {text}',
    'columns.column': '{letter} sütunu',
    'columns.field_of': '{letter} sütununun alanı',
    'columns.leave_out': 'Kullanma',
    'columns.missing': 'Sütunu olmayan zorunlu alanlar: {names}.',
    'columns.matched': '{count, plural, one {# sütun} other {# sütun}} eşleştirildi',
    'columns.read': 'Satırları oku',
  },
} as const;

export type ColumnWords = (typeof columnMessages)['en'];
