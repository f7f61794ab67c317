/** What is said of an image that is not taken, in ICU message format. */
export const imageMessages = {
  en: {
    'image.not_image': 'This is no JPEG or PNG image: what is in the file decides, not its name.',
    'image.not_jpeg': 'Only JPEG images are taken here.',
    'image.broken': 'The image is damaged or incomplete.',
    'image.too_many_pixels': 'The image is too large: at most {limit, number} megapixels.',
  },
  es: {
    'image.not_image': 'No es una imagen JPEG ni PNG: decide el contenido del archivo, no su nombre.',
    'image.not_jpeg': 'Aquí solo se admiten imágenes JPEG.',
    'image.broken': 'La imagen está dañada o incompleta.',
    'image.too_many_pixels': 'La imagen es demasiado grande: como máximo {limit, number} megapíxeles.',
  },
  jp: {
    'image.not_image': 'JPEG または PNG の画像ではありません。ファイル名ではなく内容で判断されます。',
    'image.not_jpeg': 'ここでは JPEG 画像のみ使用できます。',
    'image.broken': '画像が破損しているか、不完全です。',
    'image.too_many_pixels': '画像が大きすぎます。最大 {limit, number} メガピクセルです。',
  },
  ko: {
    'image.not_image': 'JPEG 또는 PNG 이미지가 아닙니다. 파일 이름이 아니라 내용으로 판단합니다.',
    'image.not_jpeg': '여기에서는 JPEG 이미지만 사용할 수 있습니다.',
    'image.broken': '이미지가 손상되었거나 완전하지 않습니다.',
    'image.too_many_pixels': '이미지가 너무 큽니다. 최대 {limit, number}메가픽셀까지 가능합니다.',
  },
  tr: {
    'image.not_image': 'Bu bir JPEG veya PNG görüntüsü değil: dosyanın adı değil, içeriği belirleyicidir.',
    'image.not_jpeg': 'Burada yalnızca JPEG görüntüler kabul edilir.',
    'image.broken': 'Görüntü bozuk veya eksik.',
    'image.too_many_pixels': 'Görüntü çok büyük: en fazla {limit, number} megapiksel.',
  },
} as const;

export type ImageWords = typeof imageMessages.en;
