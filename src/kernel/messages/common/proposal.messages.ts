/** Messages about what assistants cannot propose; part of the common messages. */
export const proposalMessages = {
  en: {
    'error.not_proposable': 'Assistants cannot propose this call.',
    'error.proposed_job':
      'This goes on in the background, so it cannot be proposed. Propose fewer records, or ask a person to do it.',
  },
  es: {
    'error.not_proposable': 'Los asistentes no pueden proponer esta llamada.',
    'error.proposed_job':
      'Esto se hace paso a paso en segundo plano y no se puede proponer. Proponga menos registros o pida a una persona que lo haga.',
  },
  jp: {
    'error.not_proposable': 'アシスタントはこの呼び出しを提案できません。',
    'error.proposed_job':
      'これはバックグラウンドで段階的に行われるため、提案できません。件数を減らすか、担当者に依頼してください。',
  },
  ko: {
    'error.not_proposable': '어시스턴트는 이 호출을 제안할 수 없습니다.',
    'error.proposed_job':
      '이 작업은 백그라운드에서 단계별로 처리되므로 제안할 수 없습니다. 레코드 수를 줄이거나 담당자에게 요청하세요.',
  },
  tr: {
    'error.not_proposable': 'Asistanlar bu çağrıyı öneremez.',
    'error.proposed_job':
      'Bu, arka planda adım adım yapılır ve önerilemez. Daha az kayıt önerin veya bir kişiden isteyin.',
  },
} as const;
