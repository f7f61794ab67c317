import { defineMessages } from '#kernel/messages/messages.ts';

export const settingsMessages = defineMessages({
  en: {
    'settings.heading': 'Settings',
    'settings.kind': 'Setting',
    'settings.empty': 'No settings yet.',
    'settings.saved': '“{label}” saved.',
    'settings.failed': 'Could not save “{label}”.',
    'settings.not_found': 'This setting does not exist.',
    'settings.remove': 'Remove text {position, number}',
    'settings.nth': '{label}, text {position, number}',
  },
  es: {
    'settings.heading': 'Ajustes',
    'settings.kind': 'Ajuste',
    'settings.empty': 'Aún no hay ajustes.',
    'settings.saved': 'Se guardó «{label}».',
    'settings.failed': 'No se pudo guardar «{label}».',
    'settings.not_found': 'No existe este ajuste.',
    'settings.remove': 'Quitar el texto {position, number}',
    'settings.nth': '{label}, texto {position, number}',
  },
  jp: {
    'settings.heading': '設定',
    'settings.kind': '設定',
    'settings.empty': '設定はまだありません。',
    'settings.saved': '「{label}」を保存しました。',
    'settings.failed': '「{label}」を保存できませんでした。',
    'settings.not_found': 'この設定は存在しません。',
    'settings.remove': 'テキスト{position, number}を削除',
    'settings.nth': '{label} {position, number}',
  },
  ko: {
    'settings.heading': '설정',
    'settings.kind': '설정',
    'settings.empty': '아직 설정이 없습니다.',
    'settings.saved': '“{label}” 설정을 저장했습니다.',
    'settings.failed': '“{label}” 설정을 저장하지 못했습니다.',
    'settings.not_found': '존재하지 않는 설정입니다.',
    'settings.remove': '텍스트 {position, number} 삭제',
    'settings.nth': '{label} {position, number}',
  },
  tr: {
    'settings.heading': 'Ayarlar',
    'settings.kind': 'Ayar',
    'settings.empty': 'Henüz ayar yok.',
    'settings.saved': '“{label}” kaydedildi.',
    'settings.failed': '“{label}” kaydedilemedi.',
    'settings.not_found': 'Böyle bir ayar yok.',
    'settings.remove': '{position, number}. metni kaldır',
    'settings.nth': '{label}, {position, number}. metin',
  },
  causes: {
    'settings.not_found': 'There is no setting with this key (404)',
  },
});

export type SettingsWords = typeof settingsMessages.words;
