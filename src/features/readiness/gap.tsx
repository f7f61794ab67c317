import { AgeGroupGap } from './age-group-gap.tsx';
import { AudioGap } from './audio-gap.tsx';
import { ContentGap } from './content-gap.tsx';
import type { GapProps } from './gap-row.tsx';
import { ImageGap } from './image-gap.tsx';
import { LevelGap } from './level-gap.tsx';
import { WordsGap } from './words-gap.tsx';

/** A gap and the control that mends it. */
export function Gap(props: GapProps) {
  switch (props.requirement.key) {
    case 'cover':
      return <ImageGap {...props} kind="cover" />;
    case 'previews':
      return <ImageGap {...props} kind="preview" />;
    case 'content':
      return <ContentGap {...props} kinds={['epub', 'zip']} />;
    case 'epub':
      return <ContentGap {...props} kinds={['epub']} />;
    case 'words':
      return <WordsGap {...props} />;
    case 'audio':
      return <AudioGap {...props} />;
    case 'level':
      return <LevelGap {...props} />;
    case 'age_group':
      return <AgeGroupGap {...props} />;
  }
}
