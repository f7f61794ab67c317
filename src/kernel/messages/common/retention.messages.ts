/** Messages about how long records of the past are kept; part of the common messages. */
export const retentionMessages = {
  en: {
    'retention.effects': 'Months for which acts can be undone',
    'retention.effects_help':
      'After that, what an act did to each record is removed: it can no longer be undone, and leaves the histories of those records. 0 keeps everything.',
    'retention.versions': 'Months for which versions are kept',
    'retention.versions_help':
      'Older versions are removed, except the last one before: what readers saw can be shown for this long. 0 keeps everything.',
    'retention.audit': 'Months for which the audit trail is kept',
    'retention.audit_help':
      'Older lines of the trail and of histories are removed, and with them what these acts did. 0 keeps everything.',
    'retention.archive': 'Write to files what is removed',
    'retention.archive_help':
      'The files are in the folder “archive” of the server’s data. Nobody but its operator can read them.',
  },
  es: {
    'retention.effects': 'Meses durante los que se puede deshacer',
    'retention.effects_help':
      'Después se elimina lo que una acción hizo en cada elemento: ya no se puede deshacer y deja de figurar en sus historiales. 0 lo conserva todo.',
    'retention.versions': 'Meses durante los que se conservan las versiones',
    'retention.versions_help':
      'Las versiones más antiguas se eliminan, salvo la última anterior: lo que veían los lectores se puede mostrar durante este tiempo. 0 lo conserva todo.',
    'retention.audit': 'Meses durante los que se conserva el registro de auditoría',
    'retention.audit_help':
      'Las líneas más antiguas del registro y de los historiales se eliminan, junto con lo que hicieron esas acciones. 0 lo conserva todo.',
    'retention.archive': 'Guardar en archivos lo que se elimina',
    'retention.archive_help':
      'Los archivos están en la carpeta «archive» de los datos del servidor. Solo su operador puede leerlos.',
  },
  jp: {
    'retention.effects': '操作を元に戻せる月数',
    'retention.effects_help':
      'この期間を過ぎると、各レコードに加えた変更の内容が削除されます。操作は元に戻せなくなり、レコードの履歴からも消えます。0にするとすべて保持します。',
    'retention.versions': 'バージョンを保持する月数',
    'retention.versions_help':
      'これより古いバージョンは、直前の一つを除いて削除されます。読者に見えていた内容は、この期間だけ表示できます。0にするとすべて保持します。',
    'retention.audit': '監査ログを保持する月数',
    'retention.audit_help':
      'これより古い監査ログと履歴の行が、その操作の内容とともに削除されます。0にするとすべて保持します。',
    'retention.archive': '削除する内容をファイルに保存',
    'retention.archive_help':
      'ファイルはサーバーのデータの「archive」フォルダーにあり、サーバーの運用者だけが読めます。',
  },
  ko: {
    'retention.effects': '작업을 되돌릴 수 있는 개월 수',
    'retention.effects_help':
      '이 기간이 지나면 작업이 각 항목을 어떻게 바꾸었는지가 삭제됩니다. 작업을 되돌릴 수 없고 항목의 이력에서도 사라집니다. 0이면 모두 보관합니다.',
    'retention.versions': '버전을 보관하는 개월 수',
    'retention.versions_help':
      '더 오래된 버전은 바로 앞의 것 하나를 빼고 삭제됩니다. 독자에게 보이던 내용은 이 기간 동안만 볼 수 있습니다. 0이면 모두 보관합니다.',
    'retention.audit': '감사 기록을 보관하는 개월 수',
    'retention.audit_help': '더 오래된 기록과 이력의 줄이 그 작업의 내용과 함께 삭제됩니다. 0이면 모두 보관합니다.',
    'retention.archive': '삭제하는 내용을 파일로 남기기',
    'retention.archive_help': '파일은 서버 데이터의 “archive” 폴더에 있으며 서버 운영자만 읽을 수 있습니다.',
  },
  tr: {
    'retention.effects': 'İşlemlerin geri alınabildiği ay sayısı',
    'retention.effects_help':
      'Sonrasında bir işlemin her kayıtta neyi değiştirdiği silinir: işlem artık geri alınamaz ve kayıtların geçmişinden çıkar. 0 her şeyi saklar.',
    'retention.versions': 'Sürümlerin saklandığı ay sayısı',
    'retention.versions_help':
      'Daha eski sürümler, en sonuncusu dışında silinir: okurların gördükleri bu süre boyunca gösterilebilir. 0 her şeyi saklar.',
    'retention.audit': 'Denetim kaydının saklandığı ay sayısı',
    'retention.audit_help':
      'Kaydın ve geçmişlerin daha eski satırları, o işlemlerin yaptıklarıyla birlikte silinir. 0 her şeyi saklar.',
    'retention.archive': 'Silinenleri dosyalara yaz',
    'retention.archive_help':
      'Dosyalar, sunucu verilerinin “archive” klasöründedir. Onları yalnızca sunucuyu işleten kişi okuyabilir.',
  },
};
