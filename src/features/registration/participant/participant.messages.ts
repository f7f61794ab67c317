/** Messages of the participants of events. */
export const participantWords = {
  en: {
    'registration.take_out': 'Remove',
    'registration.take_out_title': 'Remove {learner} from the event?',
    'registration.take_out_body': 'The reader loses the access that the event gave, and can join again.',
    'registration.taken_out': '{learner} was removed.',
    'registration.take_out_failed': 'Could not remove the participant.',
    'registration.no_participant': 'This event has no such participant.',
    'registration.event_gone': 'The event was deleted. The participant cannot be restored.',
    'registration.collection_gone':
      'The collection that the participant had was deleted. The participant cannot be restored, but can join again.',
    'registration.joined_again': 'The reader has joined the event again.',
  },
  es: {
    'registration.take_out': 'Quitar',
    'registration.take_out_title': '¿Quitar a {learner} del evento?',
    'registration.take_out_body': 'El lector pierde el acceso que le dio el evento y puede volver a unirse.',
    'registration.taken_out': 'Se ha quitado a {learner}.',
    'registration.take_out_failed': 'No se pudo quitar al participante.',
    'registration.no_participant': 'Este evento no tiene ese participante.',
    'registration.event_gone': 'El evento se eliminó. No se puede restaurar el participante.',
    'registration.collection_gone':
      'La colección que tenía el participante se eliminó. No se puede restaurar, pero puede unirse de nuevo.',
    'registration.joined_again': 'El lector se ha vuelto a unir al evento.',
  },
  jp: {
    'registration.take_out': '外す',
    'registration.take_out_title': '{learner}をイベントから外しますか？',
    'registration.take_out_body': '読者はこのイベントで得た利用権を失います。再び参加することはできます。',
    'registration.taken_out': '{learner}を外しました。',
    'registration.take_out_failed': '参加者を外せませんでした。',
    'registration.no_participant': 'このイベントにその参加者はいません。',
    'registration.event_gone': 'イベントが削除されたため、参加者を戻せません。',
    'registration.collection_gone':
      '参加者が利用していたコレクションが削除されたため、参加者を戻せません。再び参加することはできます。',
    'registration.joined_again': '読者はすでにイベントに再び参加しています。',
  },
  ko: {
    'registration.take_out': '제거',
    'registration.take_out_title': '{learner} 참여자를 이벤트에서 제거하시겠습니까?',
    'registration.take_out_body': '독자는 이 이벤트로 받은 이용 권한을 잃으며, 다시 참여할 수 있습니다.',
    'registration.taken_out': '{learner} 참여자를 제거했습니다.',
    'registration.take_out_failed': '참여자를 제거하지 못했습니다.',
    'registration.no_participant': '이 이벤트에 그런 참여자가 없습니다.',
    'registration.event_gone': '이벤트가 삭제되어 참여자를 되돌릴 수 없습니다.',
    'registration.collection_gone':
      '참여자가 이용하던 컬렉션이 삭제되어 참여자를 되돌릴 수 없습니다. 다시 참여할 수는 있습니다.',
    'registration.joined_again': '독자가 이벤트에 다시 참여했습니다.',
  },
  tr: {
    'registration.take_out': 'Çıkar',
    'registration.take_out_title': '{learner} etkinlikten çıkarılsın mı?',
    'registration.take_out_body': 'Okur, etkinliğin verdiği erişimi kaybeder ve yeniden katılabilir.',
    'registration.taken_out': '{learner} çıkarıldı.',
    'registration.take_out_failed': 'Katılımcı çıkarılamadı.',
    'registration.no_participant': 'Bu etkinlikte böyle bir katılımcı yok.',
    'registration.event_gone': 'Etkinlik silindi. Katılımcı geri yüklenemez.',
    'registration.collection_gone':
      'Katılımcının koleksiyonu silindi. Katılımcı geri yüklenemez, ama yeniden katılabilir.',
    'registration.joined_again': 'Okur etkinliğe yeniden katıldı.',
  },
  /** When each error is shown; `docs/errors.md` is written from it. */
  causes: {
    'registration.take_out_failed': 'A participant could not be taken out of an event; the reason follows',
    'registration.no_participant':
      'The event has no registration with this number: it may have been taken out already (404)',
    'registration.event_gone': 'A participant is to come back to an event that was deleted meanwhile (409)',
    'registration.collection_gone':
      'A participant is to come back whose collection was deleted after the event got another (409)',
    'registration.joined_again': 'A participant is to come back who has joined the event again meanwhile (409)',
  },
} as const;
