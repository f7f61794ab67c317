import type { ProofTexts } from './en.ts';

export const ko: ProofTexts = {
  'proof.heading': '감사 기록',
  'proof.sealed': '모두 봉인되었습니다.',
  'proof.behind': '{seconds, plural, other {#}}초 전 기록이 아직 봉인되지 않았습니다.',
  'proof.behind_hint': '봉인되지 않은 기록은 모르게 바뀔 수 있습니다. 기다리는 이유는 오피스 로그에 있습니다.',
  'proof.key_lost': '봉인의 키를 열 수 없습니다.',
  'proof.key_lost_hint': 'DATA_DIR의 비밀 키가 봉인할 때의 것과 다릅니다. 그 파일을 백업에서 되돌리세요.',
  'proof.not_sent': '어디에도 보내지 않습니다. TRAIL_URL이 설정되지 않았습니다.',
  'proof.sent': '{count, plural, =0 {수신처에 모두 있습니다.} other {수신처에 #건이 아직 없습니다.}}',
  'proof.not_taken': '수신처가 받지 않습니다({reason}). {count, plural, other {#}}건이 기다리고 있습니다.',
  'proof.not_taken_hint': '잃는 것은 없습니다. 늦어도 5분마다 다시 시도합니다.',
};
