/** Errors for images that are not accepted, in ICU message format. */
export const imageMessages = {
  en: {
    'image.missing': 'No image was sent.',
    'image.not_image': 'Not a valid JPEG or PNG image.',
    'image.not_jpeg': 'Only JPEG images are accepted here.',
    'image.broken': 'The image is damaged or incomplete.',
    'image.too_many_pixels': 'The image is too large. The limit is {limit, number} megapixels.',
  },
  es: {
    'image.missing': 'No se envió ninguna imagen.',
    'image.not_image': 'No es una imagen JPEG o PNG válida.',
    'image.not_jpeg': 'Aquí solo se admiten imágenes JPEG.',
    'image.broken': 'La imagen está dañada o incompleta.',
    'image.too_many_pixels': 'La imagen es demasiado grande. El límite es de {limit, number} megapíxeles.',
  },
  jp: {
    'image.missing': '画像が送信されていません。',
    'image.not_image': '有効なJPEGまたはPNG画像ではありません。',
    'image.not_jpeg': 'ここではJPEG画像のみ使用できます。',
    'image.broken': '画像が破損しているか、不完全です。',
    'image.too_many_pixels': '画像が大きすぎます。上限は{limit, number}メガピクセルです。',
  },
  ko: {
    'image.missing': '보낸 이미지가 없습니다.',
    'image.not_image': '올바른 JPEG 또는 PNG 이미지가 아닙니다.',
    'image.not_jpeg': '여기에서는 JPEG 이미지만 사용할 수 있습니다.',
    'image.broken': '이미지가 손상되었거나 완전하지 않습니다.',
    'image.too_many_pixels': '이미지가 너무 큽니다. 최대 {limit, number}메가픽셀까지 가능합니다.',
  },
  tr: {
    'image.missing': 'Görüntü gönderilmedi.',
    'image.not_image': 'Geçerli bir JPEG veya PNG görüntüsü değil.',
    'image.not_jpeg': 'Burada yalnızca JPEG görüntüler kabul edilir.',
    'image.broken': 'Görüntü bozuk veya eksik.',
    'image.too_many_pixels': 'Görüntü çok büyük. Sınır {limit, number} megapiksel.',
  },
  causes: {
    'image.missing': 'The form has no image (400)',
    'image.not_image':
      'The content of the file is neither JPEG nor PNG (415); uploaders check it before sending anything',
    'image.not_jpeg': 'The importer got a PNG (415)',
    'image.broken': 'An image is cut off or cannot be decoded (422)',
    'image.too_many_pixels': 'An image has more pixels than the limit, such as a decompression bomb (422)',
  },
} as const;

export type ImageWords = typeof imageMessages.en;
