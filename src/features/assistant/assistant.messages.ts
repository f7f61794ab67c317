import { defineMessages } from '#kernel/messages/messages.ts';

export const assistantMessages = defineMessages({
  en: {
    'assistant.post_only': 'This address takes POST only.',
    'assistant.person_gone': 'Whoever made this key is no longer an administrator.',
    'assistant.missing_right': 'This key does not allow this. It needs: {rights}.',
    'assistant.unknown_change': 'There is no such change. The tool list_changes lists them.',
    'assistant.params': 'A parameter of the path is missing or empty.',
    'assistant.too_long': 'The answer is too long. Ask for less.',
  },
  es: {
    'assistant.post_only': 'Esta dirección solo acepta POST.',
    'assistant.person_gone': 'Quien creó esta clave ya no es administrador.',
    'assistant.missing_right': 'Esta clave no lo permite. Necesita: {rights}.',
    'assistant.unknown_change': 'No existe ese cambio. La herramienta list_changes los enumera.',
    'assistant.params': 'Falta un parámetro de la ruta o está vacío.',
    'assistant.too_long': 'La respuesta es demasiado larga. Pida menos.',
  },
  jp: {
    'assistant.post_only': 'このアドレスで使えるのはPOSTだけです。',
    'assistant.person_gone': 'このキーを作成した人は、現在は管理者ではありません。',
    'assistant.missing_right': 'このキーでは許可されていません。必要な権限：{rights}',
    'assistant.unknown_change': 'そのような変更はありません。list_changesで一覧を確認できます。',
    'assistant.params': 'パスのパラメーターがないか、空です。',
    'assistant.too_long': '回答が長すぎます。範囲を狭めてください。',
  },
  ko: {
    'assistant.post_only': '이 주소는 POST만 받습니다.',
    'assistant.person_gone': '이 키를 만든 사람은 더 이상 관리자가 아닙니다.',
    'assistant.missing_right': '이 키로는 할 수 없습니다. 필요한 권한: {rights}.',
    'assistant.unknown_change': '그런 변경은 없습니다. list_changes로 목록을 볼 수 있습니다.',
    'assistant.params': '경로의 매개변수가 없거나 비어 있습니다.',
    'assistant.too_long': '답변이 너무 깁니다. 범위를 줄이세요.',
  },
  tr: {
    'assistant.post_only': 'Bu adres yalnızca POST kabul eder.',
    'assistant.person_gone': 'Bu anahtarı oluşturan kişi artık yönetici değil.',
    'assistant.missing_right': 'Bu anahtar buna izin vermiyor. Gerekenler: {rights}.',
    'assistant.unknown_change': 'Böyle bir değişiklik yok. list_changes aracı hepsini sıralar.',
    'assistant.params': 'Yolun bir parametresi eksik veya boş.',
    'assistant.too_long': 'Yanıt çok uzun. Daha azını isteyin.',
  },
  causes: {
    'assistant.post_only': 'A program opens `/mcp` with GET, for a stream that there is none of (405)',
    'assistant.person_gone': 'The person of an assistant has lost their rights, or their account is disabled (403)',
    'assistant.missing_right': 'A tool needs a right that the key does not have (403)',
    'assistant.unknown_change': 'An assistant proposes a call that is not open to assistants (404)',
    'assistant.params': 'An assistant leaves out a part of an address (400)',
    'assistant.too_long': 'The answer of a tool has more than 200,000 characters (413)',
  },
});

export type AssistantWords = typeof assistantMessages.words;
