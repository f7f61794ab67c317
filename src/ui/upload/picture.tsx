import type { ShownImage } from '#kernel/images/shown-image.ts';
import { useFormat, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline, Stack } from '../kit/layout.tsx';
import { Text } from '../kit/text.tsx';
import styles from './picture.module.css';

interface PictureProps {
  image: ShownImage;
  /** The address of the thumbnail that is shown. */
  source: string;
  alt: string;
  onDelete: () => void;
}

/** An uploaded picture with its name and sizes; it opens in full, and can be deleted. */
export function Picture({ image, source, alt, onDelete }: PictureProps) {
  const t = useT();
  const format = useFormat();
  return (
    <Stack as="figure" gap={4} className={styles.picture}>
      <a href={image.href} target="_blank" rel="noreferrer">
        <img src={source} alt={alt} width={image.width} height={image.height} loading="lazy" decoding="async" />
      </a>
      <figcaption>
        <Inline whole tight>
          <Stack as="span" gap={0} grow>
            <Text as="span" cut title={image.name}>
              {image.name}
            </Text>
            <Text as="small" number>
              {image.width} × {image.height}, {format.size(image.size)}
            </Text>
          </Stack>
          <Button variant="quiet" danger aria-label={`${t('CMN-07')}: ${alt}`} onClick={onDelete}>
            {t('CMN-07')}
          </Button>
        </Inline>
      </figcaption>
    </Stack>
  );
}
