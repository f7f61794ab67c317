export const en = {
  'proof.heading': 'Audit trail',
  'proof.sealed': 'All of it is sealed.',
  'proof.behind': 'Entries of {seconds, plural, one {# second} other {# seconds}} ago are not sealed yet.',
  'proof.behind_hint': 'What is not sealed could be changed unnoticed. The log of the office says why it waits.',
  'proof.key_lost': 'The key of its seals cannot be opened.',
  'proof.key_lost_hint':
    'The secret in DATA_DIR is not the one it was sealed with: bring back that file from a backup.',
  'proof.not_sent': 'It is sent nowhere: TRAIL_URL is not set.',
  'proof.sent':
    '{count, plural, =0 {Its receiver has all of it.} one {Its receiver lacks # entry.} other {Its receiver lacks # entries.}}',
  'proof.not_taken':
    'Its receiver takes nothing ({reason}); {count, plural, one {# entry waits.} other {# entries wait.}}',
  'proof.not_taken_hint': 'Nothing is lost: the office tries again every five minutes, or earlier.',
};

export type ProofTexts = Record<keyof typeof en, string>;
