/** Messages about what assistants cannot propose; part of the common messages. */
export const proposalMessages = {
  en: {
    'error.not_proposable': 'Assistants cannot propose this call.',
    'error.proposed_many': 'A proposal has at most {most, number} changes. Propose fewer records at a time.',
  },
  es: {
    'error.not_proposable': 'Los asistentes no pueden proponer esta llamada.',
    'error.proposed_many': 'Una propuesta tiene como máximo {most, number} cambios. Proponga menos registros a la vez.',
  },
  jp: {
    'error.not_proposable': 'アシスタントはこの呼び出しを提案できません。',
    'error.proposed_many': '1件の提案は変更{most, number}件までです。件数を減らして提案してください。',
  },
  ko: {
    'error.not_proposable': '어시스턴트는 이 호출을 제안할 수 없습니다.',
    'error.proposed_many':
      '제안 하나에는 변경을 최대 {most, number}건까지 담을 수 있습니다. 레코드 수를 줄여 제안하세요.',
  },
  tr: {
    'error.not_proposable': 'Asistanlar bu çağrıyı öneremez.',
    'error.proposed_many': 'Bir öneride en fazla {most, number} değişiklik olabilir. Bir kerede daha az kayıt önerin.',
  },
} as const;
