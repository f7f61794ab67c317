/** What is hidden, merged or ignored in a sheet. */
export const notesMessages = {
  en: {
    'import.hidden_row': 'This row is hidden in the sheet.',
    'import.merged_with': 'Merged with {cell} in the sheet; only {cell} has the text.',
    'import.hidden_rows':
      '{count, plural, one {# of {all, number} rows is hidden in the sheet.} other {# of {all, number} rows are hidden in the sheet.}}',
    'import.hidden_drop': 'Exclude hidden rows',
    'import.hidden_columns':
      '{count, plural, one {This column is hidden in the sheet, but read: {letters}} other {These columns are hidden in the sheet, but read: {letters}}}',
    'import.merged':
      '{count, plural, one {# cell is empty because it is merged with another:} other {# cells are empty because they are merged with another:}}',
    'import.merged_fill': 'Fill merged cells',
    'import.ignored_rows':
      '{count, plural, one {# row has no text in a known column and is ignored: {rows}} other {# rows have no text in a known column and are ignored: {rows}}}',
    'import.did_filled': 'merged cells filled',
    'import.altered_cell': 'A spreadsheet makes this of “{now}”.',
    'import.altered':
      '{count, plural, one {# cell is what a spreadsheet makes of the book’s text:} other {# cells are what a spreadsheet makes of the books’ texts:}}',
    'import.altered_keep': 'Keep the books’ texts',
    'import.did_unaltered': 'texts that a spreadsheet had changed were kept',
  },
  es: {
    'import.hidden_row': 'Esta fila está oculta en la hoja.',
    'import.merged_with': 'Combinada con {cell} en la hoja; solo {cell} tiene el texto.',
    'import.hidden_rows':
      '{count, plural, one {# de {all, number} filas está oculta en la hoja.} many {# de {all, number} filas están ocultas en la hoja.} other {# de {all, number} filas están ocultas en la hoja.}}',
    'import.hidden_drop': 'Excluir las filas ocultas',
    'import.hidden_columns':
      '{count, plural, one {Esta columna está oculta en la hoja, pero se lee: {letters}} many {Estas columnas están ocultas en la hoja, pero se leen: {letters}} other {Estas columnas están ocultas en la hoja, pero se leen: {letters}}}',
    'import.merged':
      '{count, plural, one {# celda está vacía porque está combinada con otra:} many {# de celdas están vacías porque están combinadas con otra:} other {# celdas están vacías porque están combinadas con otra:}}',
    'import.merged_fill': 'Rellenar las celdas combinadas',
    'import.ignored_rows':
      '{count, plural, one {# fila no tiene texto en ninguna columna conocida y se ignora: {rows}} many {# de filas no tienen texto en ninguna columna conocida y se ignoran: {rows}} other {# filas no tienen texto en ninguna columna conocida y se ignoran: {rows}}}',
    'import.did_filled': 'celdas combinadas rellenadas',
    'import.altered_cell': 'Es lo que una hoja de cálculo hace de «{now}».',
    'import.altered':
      '{count, plural, one {# celda es lo que una hoja de cálculo hace del texto del libro:} many {# de celdas son lo que una hoja de cálculo hace de los textos de los libros:} other {# celdas son lo que una hoja de cálculo hace de los textos de los libros:}}',
    'import.altered_keep': 'Conservar los textos de los libros',
    'import.did_unaltered': 'conservados los textos que cambió una hoja de cálculo',
  },
  jp: {
    'import.hidden_row': 'この行はシートで非表示です。',
    'import.merged_with': 'シートで{cell}と結合されています。値は{cell}だけにあります。',
    'import.hidden_rows': '{all, number}行のうち{count, plural, other {#行}}がシートで非表示です。',
    'import.hidden_drop': '非表示の行を除外',
    'import.hidden_columns': '{count, plural, other {シートで非表示の列も読み込みます：{letters}}}',
    'import.merged': '{count, plural, other {#個のセル}}は他のセルと結合されているため空です：',
    'import.merged_fill': '結合セルの値で埋める',
    'import.ignored_rows': '{count, plural, other {#行}}は認識できる列に値がないため無視されます：{rows}',
    'import.did_filled': '結合セルの値で補完',
    'import.altered_cell': '表計算ソフトが「{now}」を変換した値です。',
    'import.altered': '{count, plural, other {#個のセル}}は、表計算ソフトが本の値を変換したものです：',
    'import.altered_keep': '本の値を残す',
    'import.did_unaltered': '表計算ソフトが変換した値を元に戻す',
  },
  ko: {
    'import.hidden_row': '시트에서 숨겨진 행입니다.',
    'import.merged_with': '시트에서 {cell}과(와) 병합되어 있습니다. 값은 {cell}에만 있습니다.',
    'import.hidden_rows': '{all, number}개 행 중 {count, plural, other {#개}}가 시트에서 숨겨져 있습니다.',
    'import.hidden_drop': '숨겨진 행 제외',
    'import.hidden_columns': '{count, plural, other {시트에서 숨겨진 열도 읽습니다: {letters}}}',
    'import.merged': '{count, plural, other {#개 셀}}이 다른 셀과 병합되어 비어 있습니다:',
    'import.merged_fill': '병합된 셀 채우기',
    'import.ignored_rows': '{count, plural, other {#개 행}}은 인식된 열에 값이 없어 무시됩니다: {rows}',
    'import.did_filled': '병합된 셀 채움',
    'import.altered_cell': '스프레드시트가 “{now}”을(를) 변환한 값입니다.',
    'import.altered': '{count, plural, other {#개 셀}}은 스프레드시트가 책의 값을 변환한 것입니다:',
    'import.altered_keep': '책의 값 유지',
    'import.did_unaltered': '스프레드시트가 변환한 값을 되돌림',
  },
  tr: {
    'import.hidden_row': 'Bu satır tabloda gizli.',
    'import.merged_with': 'Tabloda {cell} ile birleştirilmiş; metin yalnızca {cell} hücresinde.',
    'import.hidden_rows': '{all, number} satırdan {count, plural, one {#} other {#}} tanesi tabloda gizli.',
    'import.hidden_drop': 'Gizli satırları hariç tut',
    'import.hidden_columns':
      '{count, plural, one {Bu sütun tabloda gizli, ama okunuyor: {letters}} other {Bu sütunlar tabloda gizli, ama okunuyor: {letters}}}',
    'import.merged': '{count, plural, one {# hücre} other {# hücre}} başka bir hücreyle birleştirildiği için boş:',
    'import.merged_fill': 'Birleştirilmiş hücreleri doldur',
    'import.ignored_rows':
      '{count, plural, one {# satırın} other {# satırın}} bilinen sütunlarda metni yok ve yok sayılıyor: {rows}',
    'import.did_filled': 'birleştirilmiş hücreler dolduruldu',
    'import.altered_cell': 'Bir e-tablo programının “{now}” yerine yazdığı değer.',
    'import.altered':
      '{count, plural, one {# hücre} other {# hücre}}, e-tablo programının kitaptaki metin yerine yazdığı değer:',
    'import.altered_keep': 'Kitaplardaki metinleri koru',
    'import.did_unaltered': 'e-tablo programının değiştirdiği metinler korundu',
  },
} as const;
