/** The messages of the dialog that renews a session over the page. */
export const sessionWords = {
  en: {
    'session.title': 'Log in again',
    'session.text': 'Your session has ended. Log in to continue; nothing you typed is lost.',
    'session.id': 'ID',
    'session.password': 'Password',
    'session.sign_in': 'Log in',
    'session.other': '{owner} opened this page. If you log in as {id}, the page reloads and unsaved changes are lost.',
    'session.sign_in_reload': 'Log in and reload',
    'session.sso': '{named, select, no {Log in with single sign-on} other {Log in with {name}}}',
    'session.passkey': 'Log in with a passkey',
    'session.renewed_other':
      'You are now logged in as {id}, but {owner} opened this page. Log in as {owner} to keep what you typed.',
    'session.code': 'Code from your authenticator app',
  },
  es: {
    'session.title': 'Vuelva a iniciar sesión',
    'session.text': 'La sesión ha terminado. Inicie sesión para continuar; no se pierde nada de lo escrito.',
    'session.id': 'ID',
    'session.password': 'Contraseña',
    'session.sign_in': 'Iniciar sesión',
    'session.other':
      '{owner} abrió esta página. Si inicia sesión como {id}, la página se vuelve a cargar y se pierden los cambios sin guardar.',
    'session.sign_in_reload': 'Iniciar sesión y recargar',
    'session.sso': '{named, select, no {Iniciar sesión con inicio único} other {Iniciar sesión con {name}}}',
    'session.passkey': 'Iniciar sesión con una llave de acceso',
    'session.renewed_other':
      'Ha iniciado sesión como {id}, pero esta página la abrió {owner}. Inicie sesión como {owner} para conservar lo escrito.',
    'session.code': 'Código de la aplicación de autenticación',
  },
  jp: {
    'session.title': 'もう一度ログイン',
    'session.text': 'セッションが終了しました。ログインすると続けられます。入力した内容は失われません。',
    'session.id': 'ID',
    'session.password': 'パスワード',
    'session.sign_in': 'ログイン',
    'session.other':
      'このページは{owner}さんが開きました。{id}としてログインすると、ページが再読み込みされ、保存していない変更は失われます。',
    'session.sign_in_reload': 'ログインして再読み込み',
    'session.sso': '{named, select, no {シングルサインオンでログイン} other {{name}でログイン}}',
    'session.passkey': 'パスキーでログイン',
    'session.renewed_other':
      '{id}としてログインしましたが、この画面を開いたのは{owner}さんです。入力した内容を残すには{owner}としてログインしてください。',
    'session.code': '認証アプリのコード',
  },
  ko: {
    'session.title': '다시 로그인',
    'session.text': '세션이 끝났습니다. 로그인하면 이어서 할 수 있습니다. 입력한 내용은 그대로 남습니다.',
    'session.id': 'ID',
    'session.password': '비밀번호',
    'session.sign_in': '로그인',
    'session.other':
      '이 페이지는 {owner} 님이 열었습니다. {id}(으)로 로그인하면 페이지를 새로 불러오고 저장하지 않은 변경 사항은 사라집니다.',
    'session.sign_in_reload': '로그인하고 새로 불러오기',
    'session.sso': '{named, select, no {통합 로그인(SSO)으로 로그인} other {{name}(으)로 로그인}}',
    'session.passkey': '패스키로 로그인',
    'session.renewed_other':
      '{id}(으)로 로그인했지만 이 화면은 {owner} 님이 열었습니다. 입력한 내용을 유지하려면 {owner}(으)로 로그인하세요.',
    'session.code': '인증 앱의 코드',
  },
  tr: {
    'session.title': 'Yeniden oturum açın',
    'session.text': 'Oturumunuz sona erdi. Devam etmek için oturum açın; yazdıklarınız kaybolmaz.',
    'session.id': 'Kimlik',
    'session.password': 'Parola',
    'session.sign_in': 'Oturum aç',
    'session.other':
      'Bu sayfayı {owner} açtı. {id} olarak oturum açarsanız sayfa yeniden yüklenir ve kaydedilmemiş değişiklikler kaybolur.',
    'session.sign_in_reload': 'Oturum aç ve yeniden yükle',
    'session.sso': '{named, select, no {Tek oturum açma ile gir} other {{name} ile oturum aç}}',
    'session.passkey': 'Geçiş anahtarıyla oturum aç',
    'session.renewed_other':
      '{id} olarak oturum açtınız, ancak bu sayfayı {owner} açtı. Yazdıklarınızı korumak için {owner} olarak oturum açın.',
    'session.code': 'Kimlik doğrulama uygulamanızdaki kod',
  },
} as const;
