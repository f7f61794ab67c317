/** Messages of the audio player; part of the common messages. */
export const audioWords = {
  en: {
    'audio.play': 'Play “{text}”',
    'audio.pause': 'Pause “{text}”',
    'audio.position': 'Position',
    'audio.unplayable': 'Could not play the audio.',
  },
  es: {
    'audio.play': 'Reproducir «{text}»',
    'audio.pause': 'Pausar «{text}»',
    'audio.position': 'Posición',
    'audio.unplayable': 'No se pudo reproducir el audio.',
  },
  jp: {
    'audio.play': '「{text}」を再生',
    'audio.pause': '「{text}」を一時停止',
    'audio.position': '再生位置',
    'audio.unplayable': '音声を再生できませんでした。',
  },
  ko: {
    'audio.play': '“{text}” 재생',
    'audio.pause': '“{text}” 일시 정지',
    'audio.position': '재생 위치',
    'audio.unplayable': '오디오를 재생하지 못했습니다.',
  },
  tr: {
    'audio.play': 'Çal: “{text}”',
    'audio.pause': 'Duraklat: “{text}”',
    'audio.position': 'Konum',
    'audio.unplayable': 'Ses çalınamadı.',
  },
} as const;
