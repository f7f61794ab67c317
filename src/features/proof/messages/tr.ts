import type { ProofTexts } from './en.ts';

export const tr: ProofTexts = {
  'proof.heading': 'Denetim kaydı',
  'proof.sealed': 'Tümü mühürlendi.',
  'proof.behind': '{seconds, plural, other {#}} saniye önceki kayıtlar henüz mühürlenmedi.',
  'proof.behind_hint':
    'Mühürlenmeyen kayıtlar fark edilmeden değiştirilebilir. Neden beklediği ofisin günlüğünde yazar.',
  'proof.key_lost': 'Mühürlerinin anahtarı açılamıyor.',
  'proof.key_lost_hint':
    'DATA_DIR’deki gizli anahtar, mühürlenirken kullanılan anahtar değil: bu dosyayı bir yedekten geri getirin.',
  'proof.not_sent': 'Hiçbir yere gönderilmiyor: TRAIL_URL ayarlanmamış.',
  'proof.sent': '{count, plural, =0 {Alıcıda tümü var.} other {Alıcıda # kayıt eksik.}}',
  'proof.not_taken': 'Alıcısı hiçbir şey almıyor ({reason}); {count, plural, other {#}} kayıt bekliyor.',
  'proof.not_taken_hint': 'Hiçbir şey kaybolmaz: ofis en geç beş dakikada bir yeniden dener.',
};
