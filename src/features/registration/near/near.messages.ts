/** Messages for codes near an unknown one. */
export const nearWords = {
  en: {
    'registration.near_heading': 'Did you mean…?',
    'registration.near_note': 'Only staff see this. Read it back to the caller before you act.',
    'registration.near_differs': 'One character differs',
    'registration.near_alike': 'Two characters look alike',
    'registration.near_swapped': 'Two are swapped',
  },
  es: {
    'registration.near_heading': '¿Quiso decir…?',
    'registration.near_note': 'Solo lo ve el personal. Léaselo a quien llama antes de actuar.',
    'registration.near_differs': 'Un carácter es distinto',
    'registration.near_alike': 'Dos caracteres se parecen',
    'registration.near_swapped': 'Dos están intercambiados',
  },
  jp: {
    'registration.near_heading': 'もしかして',
    'registration.near_note': 'スタッフにのみ表示されます。操作の前に、電話の相手に読み上げて確認してください。',
    'registration.near_differs': '1文字違い',
    'registration.near_alike': '似た文字が2か所',
    'registration.near_swapped': '2文字が入れ替わり',
  },
  ko: {
    'registration.near_heading': '혹시 이 코드입니까?',
    'registration.near_note': '직원에게만 보입니다. 처리하기 전에 통화 상대에게 읽어 확인하세요.',
    'registration.near_differs': '한 글자가 다름',
    'registration.near_alike': '비슷한 글자 두 개',
    'registration.near_swapped': '두 글자가 바뀜',
  },
  tr: {
    'registration.near_heading': 'Bunu mu demek istediniz?',
    'registration.near_note': 'Bunu yalnızca personel görür. İşlem yapmadan önce arayana geri okuyun.',
    'registration.near_differs': 'Bir karakter farklı',
    'registration.near_alike': 'İki karakter benzer',
    'registration.near_swapped': 'İkisi yer değiştirmiş',
  },
} as const;
