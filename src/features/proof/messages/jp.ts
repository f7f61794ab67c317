import type { ProofTexts } from './en.ts';

export const jp: ProofTexts = {
  'proof.heading': '監査ログ',
  'proof.sealed': 'すべて封印済みです。',
  'proof.behind': '{seconds, plural, other {#}}秒前の記録がまだ封印されていません。',
  'proof.behind_hint':
    '封印されていない記録は、気づかれずに書き換えられるおそれがあります。待っている理由はオフィスのログにあります。',
  'proof.key_lost': '封印の鍵を開けません。',
  'proof.key_lost_hint':
    'DATA_DIRのシークレットが封印時のものと異なります。そのファイルをバックアップから戻してください。',
  'proof.not_sent': 'どこにも送信していません。TRAIL_URLが設定されていません。',
  'proof.sent': '{count, plural, =0 {受信先にすべて届いています。} other {受信先に#件が届いていません。}}',
  'proof.not_taken': '受信先が受け取りません（{reason}）。{count, plural, other {#}}件が待っています。',
  'proof.not_taken_hint': '失われるものはありません。遅くとも5分ごとに再試行します。',
};
