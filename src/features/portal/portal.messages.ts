import { defineMessages } from '#kernel/messages/messages.ts';
import { previewWords } from './preview/preview.messages.ts';

export const portalMessages = defineMessages({
  en: {
    ...previewWords.en,
    'portal.opds': 'OPDS catalogue',
    'portal.opds_help':
      'Who may read the library as a catalogue: at /portal/v1/opds in OPDS 2.0, and for older reading apps at /portal/v1/opds/1.2 in OPDS 1.2. Files need a key in any case.',
    'portal.opds_off': 'Nobody',
    'portal.opds_key': 'Whoever has an API key',
    'portal.opds_open': 'Everybody',
    'portal.opds_ask_key': 'Enter the API key of this library as the password. The user name does not matter.',
    'portal.opds_login': 'Name (any)',
    'portal.opds_password': 'API key',
    'portal.opds_catalogue': 'Library',
    'portal.opds_series': 'Series',
    'portal.opds_levels': 'Levels',
    'portal.opds_collections': 'Collections',
    'portal.opds_new': 'New books',
    'portal.origins': 'Portal websites',
    'portal.origins_help':
      'Websites whose scripts may read the portal API in a browser, such as “https://portal.example”.',
    'portal.origin_rule': 'Enter a website such as https://www.example, without a path.',
    'portal.requests': 'Portal requests per minute',
    'portal.requests_help': 'How many requests each API key may make in a minute on each server. 0 is no limit.',
    'portal.cache': 'Portal cache time',
    'portal.cache_help':
      'How many seconds a cache before the portal may answer without asking whether something has changed. 0 is none: changes are visible at once.',
  },
  es: {
    ...previewWords.es,
    'portal.opds': 'Catálogo OPDS',
    'portal.opds_help':
      'Quién puede leer la biblioteca como catálogo: en /portal/v1/opds como OPDS 2.0 y, para aplicaciones de lectura más antiguas, en /portal/v1/opds/1.2 como OPDS 1.2. Los archivos siempre requieren una clave.',
    'portal.opds_off': 'Nadie',
    'portal.opds_key': 'Quien tenga una clave de API',
    'portal.opds_open': 'Todos',
    'portal.opds_ask_key':
      'Introduzca la clave de API de esta biblioteca como contraseña. El nombre de usuario no importa.',
    'portal.opds_login': 'Nombre (cualquiera)',
    'portal.opds_password': 'Clave de API',
    'portal.opds_catalogue': 'Biblioteca',
    'portal.opds_series': 'Series',
    'portal.opds_levels': 'Niveles',
    'portal.opds_collections': 'Colecciones',
    'portal.opds_new': 'Libros nuevos',
    'portal.origins': 'Sitios web del portal',
    'portal.origins_help':
      'Sitios web cuyos scripts pueden leer la API del portal en un navegador, por ejemplo «https://portal.example».',
    'portal.origin_rule': 'Introduzca un sitio web como https://www.example, sin ruta.',
    'portal.requests': 'Solicitudes del portal por minuto',
    'portal.requests_help':
      'Cuántas solicitudes puede hacer cada clave de API por minuto en cada servidor. 0 es sin límite.',
    'portal.cache': 'Tiempo de caché del portal',
    'portal.cache_help':
      'Cuántos segundos puede responder una caché delante del portal sin preguntar si algo ha cambiado. Con 0, los cambios se ven al instante.',
  },
  jp: {
    ...previewWords.jp,
    'portal.opds': 'OPDSカタログ',
    'portal.opds_help':
      'ポータルでライブラリをカタログとして読める相手。OPDS 2.0は/portal/v1/opds、古い読書アプリ向けのOPDS 1.2は/portal/v1/opds/1.2です。ファイルの取得には常にキーが必要です。',
    'portal.opds_off': 'なし',
    'portal.opds_key': 'APIキーを持つ人',
    'portal.opds_open': '全員',
    'portal.opds_ask_key':
      'このライブラリのAPIキーをパスワードとして入力してください。ユーザー名は何でもかまいません。',
    'portal.opds_login': '名前（任意）',
    'portal.opds_password': 'APIキー',
    'portal.opds_catalogue': 'ライブラリ',
    'portal.opds_series': 'シリーズ',
    'portal.opds_levels': 'レベル',
    'portal.opds_collections': 'コレクション',
    'portal.opds_new': '新しい本',
    'portal.origins': 'ポータルのWebサイト',
    'portal.origins_help': 'ブラウザのスクリプトからポータルAPIを読み取れるWebサイト。例：「https://portal.example」',
    'portal.origin_rule': 'https://www.exampleのように、パスを付けずに入力してください。',
    'portal.requests': 'ポータルの1分あたりのリクエスト数',
    'portal.requests_help': '各サーバーで、APIキーごとに1分間に送れるリクエストの数。0は無制限です。',
    'portal.cache': 'ポータルのキャッシュ時間',
    'portal.cache_help':
      'ポータルの前にあるキャッシュが、変更を確認せずに応答できる秒数。0にすると、変更はすぐに反映されます。',
  },
  ko: {
    ...previewWords.ko,
    'portal.opds': 'OPDS 카탈로그',
    'portal.opds_help':
      '포털에서 도서관을 카탈로그로 읽을 수 있는 대상. OPDS 2.0은 /portal/v1/opds, 이전 독서 앱을 위한 OPDS 1.2는 /portal/v1/opds/1.2입니다. 파일에는 항상 키가 필요합니다.',
    'portal.opds_off': '없음',
    'portal.opds_key': 'API 키가 있는 경우',
    'portal.opds_open': '모두',
    'portal.opds_ask_key': '이 도서관의 API 키를 비밀번호로 입력하세요. 사용자 이름은 무엇이든 됩니다.',
    'portal.opds_login': '이름(아무거나)',
    'portal.opds_password': 'API 키',
    'portal.opds_catalogue': '도서관',
    'portal.opds_series': '시리즈',
    'portal.opds_levels': '레벨',
    'portal.opds_collections': '컬렉션',
    'portal.opds_new': '새 책',
    'portal.origins': '포털 웹사이트',
    'portal.origins_help': '브라우저의 스크립트로 포털 API를 읽을 수 있는 웹사이트. 예: “https://portal.example”',
    'portal.origin_rule': 'https://www.example처럼 경로 없이 입력하세요.',
    'portal.requests': '포털의 분당 요청 수',
    'portal.requests_help': '서버마다 API 키 하나가 1분 동안 보낼 수 있는 요청 수. 0이면 제한이 없습니다.',
    'portal.cache': '포털 캐시 시간',
    'portal.cache_help':
      '포털 앞의 캐시가 변경 여부를 확인하지 않고 응답할 수 있는 시간(초). 0이면 변경 사항이 바로 보입니다.',
  },
  tr: {
    ...previewWords.tr,
    'portal.opds': 'OPDS kataloğu',
    'portal.opds_help':
      'Kütüphaneyi katalog olarak kimlerin okuyabileceği: /portal/v1/opds adresinde OPDS 2.0, eski okuma uygulamaları için /portal/v1/opds/1.2 adresinde OPDS 1.2. Dosyalar her durumda anahtar ister.',
    'portal.opds_off': 'Hiç kimse',
    'portal.opds_key': 'API anahtarı olanlar',
    'portal.opds_open': 'Herkes',
    'portal.opds_ask_key': 'Bu kütüphanenin API anahtarını parola olarak girin. Kullanıcı adı önemli değildir.',
    'portal.opds_login': 'Ad (herhangi biri)',
    'portal.opds_password': 'API anahtarı',
    'portal.opds_catalogue': 'Kütüphane',
    'portal.opds_series': 'Seriler',
    'portal.opds_levels': 'Seviyeler',
    'portal.opds_collections': 'Koleksiyonlar',
    'portal.opds_new': 'Yeni kitaplar',
    'portal.origins': 'Portal web siteleri',
    'portal.origins_help':
      'Betikleri tarayıcıda portal API’sini okuyabilen web siteleri, örneğin “https://portal.example”.',
    'portal.origin_rule': 'https://www.example gibi, yol içermeyen bir web sitesi girin.',
    'portal.requests': 'Dakikadaki portal isteği',
    'portal.requests_help':
      'Her API anahtarının her sunucuda bir dakikada yapabileceği istek sayısı. 0 sınırsız demektir.',
    'portal.cache': 'Portal önbellek süresi',
    'portal.cache_help':
      'Portalın önündeki bir önbelleğin değişiklik olup olmadığını sormadan kaç saniye yanıt verebileceği. 0 ise değişiklikler hemen görünür.',
  },
  causes: {
    'portal.origin_rule': 'A portal website at `/settings` is no scheme with a host, such as one with a path (400)',
  },
});

export type PortalWords = typeof portalMessages.words;
