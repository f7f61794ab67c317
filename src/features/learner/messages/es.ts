import type { LearnerTexts } from './en.ts';

export const es: LearnerTexts = {
  'learner.kind': 'Lector',
  'learner.no_id': 'No es un ID de alumno: tiene de 1 a 128 caracteres.',
  'learner.not_found': 'Aquí no existe ese lector. Busque el ID de alumno.',
  'learner.crumb': 'Registros',
  'learner.registrations': 'Registros',
  'learner.reads':
    '{collections, plural, =0 {No lee nada ahora} one {Lee # colección} many {Lee # de colecciones} other {Lee # colecciones}}{books, plural, =0 {} one {, # libro} many {, # de libros} other {, # libros}}',
  'learner.figures':
    '{total, plural, one {# registro} many {# de registros} other {# registros}}, {active, plural, one {# activo} many {# de activos} other {# activos}}',
  'learner.nothing': 'Sin registros.',
  'learner.redeem': 'Canjear un código',
  'learner.since': 'Primer registro',
  'learner.last': 'Último registro',
  'learner.copy': 'Copiar ID',
  'learner.copied': 'Se copió el ID de alumno.',
  'learner.collection': 'Colección',
  'learner.books': '{count, plural, one {# libro} many {# de libros} other {# libros}}',
  'learner.by': 'Cómo llegó',
  'learner.event': 'Evento',
  'learner.axis': '{from} a {until}',
  'learner.until': 'Hasta',
  'learner.permanent': 'Permanente',
  'learner.status': 'Estado',
  'learner.status_active': 'Activo',
  'learner.status_expired': 'Terminado',
  'learner.days_left': '{count, plural, one {Queda # día} many {Quedan # de días} other {Quedan # días}}',
  'learner.canceled_on': 'Cancelado el {day}',
  'learner.own_history': 'Canjes y rechazos',
  'learner.did_redeem': 'Canjeó',
  'learner.did_join': 'Se unió',
  'learner.was_canceled': 'Cancelado',
  'learner.was_refused': 'Rechazado',
  'learner.is_same': 'Es el ID que ya tiene.',
  'learner.verb_moved': 'movido',
  'learner.verb_merged': 'unido',
  'learner.field_to': 'A',
  'learner.field_count': 'Registros',
  'learner.field_both': 'Guardados una vez',
  'learner.move_heading': 'Mover de {from} a otro ID',
  'learner.merge_heading': 'Unir {from} con otro ID',
  'learner.move_act': 'Mover',
  'learner.merge_act': 'Unir',
  'learner.move_into': 'Mover a {to}',
  'learner.merge_into': 'Unir con {to}',
  'learner.move_failed': 'No se pudieron mover los registros.',
  'learner.field_other': 'Al ID de alumno',
  'learner.field_stays': 'ID de alumno que queda',
  'learner.memo': 'Nota (opcional)',
  'learner.known_since': '{to} consta aquí desde el {day}.',
  'learner.new_here': '{to} es nuevo aquí y empieza con esto.',
  'learner.until_of': '{learner} hasta',
  'learner.afterwards': 'Después',
  'learner.kept_once': 'Una sola vez, con el fin más lejano',
  'learner.moves': 'Se mueve',
  'learner.from_to': '{before, number} → {after, plural, one {# registro} many {# de registros} other {# registros}}',
  'learner.people':
    '{before, number} → {after, plural, one {# participante} many {# de participantes} other {# participantes}}',
  'learner.kept_unknown':
    '{count, plural, one {# registro ya no es} many {# de registros ya no son} other {# registros ya no son}} de este lector.',
  'learner.unchanged':
    'Los informes, clientes y extractos no cambian. Si {from} vuelve a canjear, será un lector nuevo. Consta en el historial de ambos ID y se puede deshacer.',
  'learner.moved':
    '{count, plural, one {# registro movido} many {# de registros movidos} other {# registros movidos}} a {to}.',
  'learner.merged':
    '{from} se unió con {to}: {count, plural, one {# registro} many {# de registros} other {# registros}}.',
  'learner.verb_extended': 'prolongado',
  'learner.verb_canceled': 'cancelado',
  'learner.verb_given': 'vuelto a dar',
  'learner.field_days': 'Días',
  'learner.extend_act': 'Prolongar',
  'learner.cancel_act': 'Cancelar registro',
  'learner.restore_act': 'Restaurar',
  'learner.again_act': 'Volver a dar',
  'learner.extend_heading':
    'Prolongar {count, plural, one {un registro} many {# de registros} other {# registros}} de {learner}',
  'learner.cancel_heading':
    'Cancelar {count, plural, one {un registro} many {# de registros} other {# registros}} de {learner}',
  'learner.restore_heading':
    'Restaurar {count, plural, one {un registro} many {# de registros} other {# registros}} de {learner}',
  'learner.again_heading': 'Volver a dar a {learner} los días que quedaban',
  'learner.extend_do': 'Prolongar {count, plural, one {# registro} many {# de registros} other {# registros}}',
  'learner.cancel_do': 'Cancelar {count, plural, one {# registro} many {# de registros} other {# registros}}',
  'learner.restore_do': 'Restaurar {count, plural, one {# registro} many {# de registros} other {# registros}}',
  'learner.again_do': 'Volver a dar {count, plural, one {# registro} many {# de registros} other {# registros}}',
  'learner.did_extend':
    '{count, plural, one {# registro prolongado} many {# de registros prolongados} other {# registros prolongados}}.',
  'learner.did_cancel':
    '{count, plural, one {# registro cancelado} many {# de registros cancelados} other {# registros cancelados}}.',
  'learner.did_restore':
    '{count, plural, one {# registro restaurado} many {# de registros restaurados} other {# registros restaurados}}.',
  'learner.did_again':
    '{count, plural, one {Se volvió a dar # registro} many {Se volvieron a dar # de registros} other {Se volvieron a dar # registros}} con los días que quedaban.',
  'learner.ends_failed': 'No se pudieron cambiar los registros.',
  'learner.extend_by': 'Prolongar',
  'learner.days': '+{count, plural, one {# día} many {# de días} other {# días}}',
  'learner.until_day': 'Hasta un día',
  'learner.last_day': 'Último día',
  'learner.now': 'Ahora',
  'learner.state_canceled': 'Cancelado',
  'learner.ended_on': 'Terminó el {day}',
  'learner.until_end': 'Hasta el {day}',
  'learner.active_now': 'Activos',
  'learner.kept_event':
    '{count, plural, one {# registro viene de un evento y no se cancela, porque volver a unirse lo devuelve} many {# de registros vienen de eventos y no se cancelan, porque volver a unirse los devuelve} other {# registros vienen de eventos y no se cancelan, porque volver a unirse los devuelve}}: quite al lector del evento.',
  'learner.kept_canceled':
    '{count, plural, one {# registro está cancelado} many {# de registros están cancelados} other {# registros están cancelados}}.',
  'learner.kept_over':
    '{count, plural, one {# registro ya terminó} many {# de registros ya terminaron} other {# registros ya terminaron}}.',
  'learner.kept_not_canceled':
    '{count, plural, one {# registro no está cancelado} many {# de registros no están cancelados} other {# registros no están cancelados}}.',
  'learner.kept_runs':
    '{count, plural, one {# registro está activo} many {# de registros están activos} other {# registros están activos}} ahora. Prolongar le da más días.',
  'learner.kept_permanent':
    '{count, plural, one {# registro es permanente} many {# de registros son permanentes} other {# registros son permanentes}}.',
  'learner.kept_not_later':
    '{count, plural, one {# registro termina} many {# de registros terminan} other {# registros terminan}} entonces o más tarde.',
  'learner.kept_nothing_left':
    '{count, plural, one {A # registro no le quedaban días} many {A # de registros no les quedaban días} other {A # registros no les quedaban días}}. Prolongar da más.',
  'learner.counts_as_code':
    'El código cambia con él, y así los informes, los extractos y el portal. Consta en el historial del lector y del código; se puede deshacer.',
  'learner.stays_in_figures':
    'No se vende nada de nuevo: solo cambia el fin. Consta en el historial del lector y del código; se puede deshacer.',
  'learner.days_or_until': 'Indique días o un fin, no ambos.',
  'learner.until_past': 'El último día ya pasó.',
  'learner.tries': 'Por qué falló',
  'learner.tries_note': 'Intentos rechazados de 90 días',
  'learner.tries_language': 'Idioma para leer',
  'learner.tries_failed': 'No se pudieron consultar los intentos.',
  'learner.compare': 'Comparar lo que se lee',
  'learner.compare_hint':
    'Un código que nunca se emitió no se guarda en claro. Escriba lo que dice quien llama para ver si se intentó.',
  'learner.compare_same': 'Es lo que se intentó.',
  'learner.compare_other': 'Este lector no lo ha intentado en 90 días.',
};
