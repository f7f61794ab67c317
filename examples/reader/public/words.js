/** The languages, in the order of the texts below. */
export const languages = ['en', 'es', 'ja', 'ko', 'tr'];

const texts = {
  room: ['Reading Room', 'Sala de lectura', '読書室', '독서실', 'Okuma Odası'],
  featured: ['Featured', 'Destacadas', 'おすすめ', '추천', 'Öne çıkanlar'],
  all: ['All collections', 'Todas las colecciones', 'すべてのコレクション', '모든 컬렉션', 'Tüm koleksiyonlar'],
  books: ['Books', 'Libros', '本', '책', 'Kitaplar'],
  words: ['Words', 'Palabras', 'ことば', '단어', 'Sözcükler'],
  listen: ['Listen', 'Escuchar', '聞く', '듣기', 'Dinle'],
  code: ['Your code', 'Tu código', 'コード', '코드', 'Kodun'],
  redeem: ['Redeem', 'Canjear', '使う', '등록', 'Kullan'],
  yours: ['Now yours:', 'Ya es tuya:', '読めるようになりました：', '이제 읽을 수 있어요:', 'Artık senin:'],
  failed: ['Try again later.', 'Prueba más tarde.', '後でもう一度。', '나중에 다시 시도하세요.', 'Sonra yine dene.'],
  gone: ['Not in the library', 'No está en la biblioteca', '今はありません', '지금은 없어요', 'Kütüphanede yok'],
  live: ['Live', 'En directo', 'ライブ', '실시간', 'Canlı'],
  lost: ['Reconnecting…', 'Reconectando…', '再接続中…', '다시 연결하는 중…', 'Yeniden bağlanıyor…'],
};

/** The texts in one language. */
export const textsIn = (language) =>
  Object.fromEntries(Object.entries(texts).map(([name, all]) => [name, all[languages.indexOf(language)]]));
