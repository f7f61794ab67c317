/** Messages for all uploaders, in ICU message format. */
export const uploadMessages = {
  en: {
    'upload.hint': 'Or drop files and folders here. {kinds}, up to {size} each.',
    'upload.files': 'Files to upload',
    'upload.sending': 'Uploading {count, plural, one {# file} other {# files}}…',
    'upload.working': 'Uploaded. Checking…',
    'upload.invalid': 'Nothing is uploaded while any file is invalid. Remove the marked files or choose again.',
    'upload.none_fits': 'None of these files can be used here. Choose {kinds}.',
    'upload.leave_out': 'Remove {name}',
    'upload.too_large': 'Larger than {size}.',
    'upload.only_one': 'Only one file is accepted here.',
    'upload.unreadable': 'This file can no longer be read.',
  },
  es: {
    'upload.hint': 'O suelte aquí archivos y carpetas. {kinds}, como máximo {size} cada uno.',
    'upload.files': 'Archivos por subir',
    'upload.sending': 'Subiendo {count, plural, one {# archivo} other {# archivos}}…',
    'upload.working': 'Subido. Comprobando…',
    'upload.invalid':
      'No se suben archivos mientras haya alguno no válido. Quite los archivos marcados o elija de nuevo.',
    'upload.none_fits': 'Ninguno de estos archivos sirve aquí. Elija {kinds}.',
    'upload.leave_out': 'Quitar {name}',
    'upload.too_large': 'Supera {size}.',
    'upload.only_one': 'Aquí solo se admite un archivo.',
    'upload.unreadable': 'Este archivo ya no se puede leer.',
  },
  jp: {
    'upload.hint': 'ここにファイルやフォルダーをドロップすることもできます。{kinds}、1件あたり最大{size}。',
    'upload.files': 'アップロードするファイル',
    'upload.sending': '{count, plural, other {#件}}のファイルをアップロード中…',
    'upload.working': 'アップロードしました。確認中…',
    'upload.invalid':
      '無効なファイルがある間は何もアップロードされません。印の付いたファイルを外すか、選び直してください。',
    'upload.none_fits': 'ここで使えるファイルがありません。{kinds}を選択してください。',
    'upload.leave_out': '{name}を外す',
    'upload.too_large': '{size}を超えています。',
    'upload.only_one': 'ここでは1件のファイルのみ使用できます。',
    'upload.unreadable': 'このファイルはもう読み取れません。',
  },
  ko: {
    'upload.hint': '파일이나 폴더를 여기에 놓아도 됩니다. {kinds}, 각각 최대 {size}.',
    'upload.files': '업로드할 파일',
    'upload.sending': '파일 {count, plural, other {#개}} 업로드 중…',
    'upload.working': '업로드했습니다. 확인 중…',
    'upload.invalid':
      '잘못된 파일이 있는 동안에는 아무것도 업로드되지 않습니다. 표시된 파일을 빼거나 다시 선택해 주세요.',
    'upload.none_fits': '여기에서 사용할 수 있는 파일이 없습니다. {kinds} 파일을 선택해 주세요.',
    'upload.leave_out': '{name} 빼기',
    'upload.too_large': '{size}보다 큽니다.',
    'upload.only_one': '여기에는 파일을 하나만 올릴 수 있습니다.',
    'upload.unreadable': '이 파일을 더 이상 읽을 수 없습니다.',
  },
  tr: {
    'upload.hint': 'Dosya ve klasörleri buraya da bırakabilirsiniz. {kinds}, her biri en fazla {size}.',
    'upload.files': 'Yüklenecek dosyalar',
    'upload.sending': '{count, plural, one {# dosya} other {# dosya}} yükleniyor…',
    'upload.working': 'Yüklendi. Kontrol ediliyor…',
    'upload.invalid': 'Geçersiz bir dosya varken hiçbir şey yüklenmez. İşaretli dosyaları çıkarın veya yeniden seçin.',
    'upload.none_fits': 'Bu dosyaların hiçbiri burada kullanılamaz. {kinds} seçin.',
    'upload.leave_out': '{name} dosyasını çıkar',
    'upload.too_large': '{size} boyutundan büyük.',
    'upload.only_one': 'Burada yalnızca bir dosya kabul edilir.',
    'upload.unreadable': 'Bu dosya artık okunamıyor.',
  },
} as const;

export type UploadWords = typeof uploadMessages.en;
