import type { ProofTexts } from './en.ts';

export const es: ProofTexts = {
  'proof.heading': 'Registro de auditoría',
  'proof.sealed': 'Está sellado por completo.',
  'proof.behind': 'Hay entradas de hace {seconds, plural, one {# segundo} other {# segundos}} sin sellar.',
  'proof.behind_hint':
    'Lo que no está sellado podría cambiarse sin que se note. El registro de la oficina dice por qué espera.',
  'proof.key_lost': 'No se puede abrir la clave de sus sellos.',
  'proof.key_lost_hint':
    'El secreto de DATA_DIR no es el que se usó al sellarla: recupere ese archivo de una copia de seguridad.',
  'proof.not_sent': 'No se envía a ningún sitio: TRAIL_URL no está definida.',
  'proof.sent':
    '{count, plural, =0 {Su receptor lo tiene todo.} one {A su receptor le falta # entrada.} other {A su receptor le faltan # entradas.}}',
  'proof.not_taken':
    'Su receptor no acepta nada ({reason}); {count, plural, one {espera # entrada.} other {esperan # entradas.}}',
  'proof.not_taken_hint': 'No se pierde nada: la oficina lo intenta de nuevo cada cinco minutos como máximo.',
};
