import { defineMessages } from '#kernel/i18n/messages.ts';

export const agegroupMessages = defineMessages({
  en: {
    'agegroup.heading': 'Target group',
    'agegroup.create': 'New age group',
    'agegroup.created': 'The age group was added.',
    'agegroup.deleted': 'The age group was deleted.',
    'agegroup.empty': 'No age groups yet. Add the first to say whom a book is for.',
    'agegroup.not_found': 'This age group does not exist any more.',
    'agegroup.title_taken': 'An age group with this title exists already.',
    'agegroup.in_use':
      'This age group cannot be deleted: it is used in {count, plural, one {# place} other {# places}} ({first}).',
  },
  es: {
    'agegroup.heading': 'Grupo objetivo',
    'agegroup.create': 'Nuevo grupo de edad',
    'agegroup.created': 'Se añadió el grupo de edad.',
    'agegroup.deleted': 'Se eliminó el grupo de edad.',
    'agegroup.empty': 'Aún no hay grupos de edad. Añada el primero para indicar a quién va dirigido un libro.',
    'agegroup.not_found': 'Este grupo de edad ya no existe.',
    'agegroup.title_taken': 'Ya existe un grupo de edad con este título.',
    'agegroup.in_use':
      'No se puede eliminar este grupo de edad: se usa en {count, plural, one {# lugar} other {# lugares}} ({first}).',
  },
  jp: {
    'agegroup.heading': '対象グループ',
    'agegroup.create': '新しい年齢グループ',
    'agegroup.created': '年齢グループを追加しました。',
    'agegroup.deleted': '年齢グループを削除しました。',
    'agegroup.empty': '年齢グループはまだありません。本の対象を示す最初のグループを追加してください。',
    'agegroup.not_found': 'この年齢グループはもう存在しません。',
    'agegroup.title_taken': '同じ名前の年齢グループがすでにあります。',
    'agegroup.in_use': 'この年齢グループは削除できません。{count, plural, other {#か所}}で使われています（{first}）。',
  },
  ko: {
    'agegroup.heading': '대상 그룹',
    'agegroup.create': '새 연령 그룹',
    'agegroup.created': '연령 그룹을 추가했습니다.',
    'agegroup.deleted': '연령 그룹을 삭제했습니다.',
    'agegroup.empty': '연령 그룹이 아직 없습니다. 책의 대상을 나타낼 첫 그룹을 추가하십시오.',
    'agegroup.not_found': '이 연령 그룹은 더 이상 존재하지 않습니다.',
    'agegroup.title_taken': '같은 이름의 연령 그룹이 이미 있습니다.',
    'agegroup.in_use': '이 연령 그룹은 삭제할 수 없습니다. {count, plural, other {#곳}}에서 사용 중입니다({first}).',
  },
  tr: {
    'agegroup.heading': 'Hedef grup',
    'agegroup.create': 'Yeni yaş grubu',
    'agegroup.created': 'Yaş grubu eklendi.',
    'agegroup.deleted': 'Yaş grubu silindi.',
    'agegroup.empty': 'Henüz yaş grubu yok. Bir kitabın kime yönelik olduğunu belirtmek için ilkini ekleyin.',
    'agegroup.not_found': 'Bu yaş grubu artık yok.',
    'agegroup.title_taken': 'Bu adda bir yaş grubu zaten var.',
    'agegroup.in_use': 'Bu yaş grubu silinemez: {count, plural, one {# yerde} other {# yerde}} kullanılıyor ({first}).',
  },
});

export type AgegroupWords = typeof agegroupMessages.words;
