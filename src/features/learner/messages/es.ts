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
  'learner.did_redeem': 'Canjeó',
  'learner.did_join': 'Se unió',
  'learner.was_canceled': 'Cancelado',
};
