import { type DragEvent, type ReactNode, useRef } from 'react';
import type { UploadWords } from '#kernel/messages/common/upload.messages.ts';
import { useReturnedFocus } from '#ui/form/use-returned-focus.ts';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Icon } from '../icon.tsx';
import { useFormat, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { Text } from '../kit/text.tsx';
import { FilesDrop } from './files-drop.tsx';
import { UploadProgress } from './upload-progress.tsx';
import styles from './uploader.module.css';
import { isBusy } from './use-upload.ts';
import { type ChosenFile, type UploaderRules, useUploader } from './use-uploader.ts';

interface UploaderProps extends UploaderRules {
  label: string;
  /** What the label is about, where that is a heading above it. */
  about?: string;
  /** The names of the file types: `JPG, PNG`. */
  kinds: string;
  /** The text below the label, instead of the file types and maximum size. */
  hint?: string;
  /** The text while the server is processing. */
  working?: string;
  /** The error message before the reason. */
  failed?: string;
  /** Another upload is running. */
  disabled?: boolean;
  /** It is what its page is for. */
  isMain?: boolean;
  /** Where files are dropped or chosen, instead of a box of its own. */
  renderChooser?: (files: ChooserProps) => ReactNode;
}

interface ChooserProps extends Pick<UploaderRules, 'multiple'> {
  accept: string;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/**
 * Uploads files for one purpose: drop or choose, see what is invalid, watch, cancel, try again. Its element has the
 * class `is-uploading` while files are sent and `is-error` while something is wrong.
 */
export function Uploader({
  label,
  about,
  kinds,
  hint,
  working,
  failed,
  disabled = false,
  isMain = false,
  renderChooser,
  ...rules
}: UploaderProps) {
  const t = useT<UploadWords>();
  const format = useFormat();
  const { upload, chosen, invalid, busy, noneFits, choose, leaveOut, retry, cancel } = useUploader(rules);
  const root = useRef<HTMLDivElement>(null);
  useReturnedFocus(busy, root);
  const uploading = isBusy(upload);
  const wrong = invalid || upload.step === 'failed';
  const files: ChooserProps = {
    accept: rules.accept.join(','),
    multiple: rules.multiple,
    disabled: busy || disabled,
    onFiles: choose,
  };
  const flag = uploading ? 'is-uploading' : wrong ? 'is-error' : '';
  return (
    <Stack ref={root} gap={10} className={flag} data-uploader onDragOver={preventLeaving} onDrop={preventLeaving}>
      {renderChooser?.(files)}
      {!renderChooser && !uploading && (
        <FilesDrop
          isMain={isMain}
          label={label}
          about={about}
          hint={
            hint ?? t(rules.multiple ? 'upload.hint' : 'upload.hint_one', { kinds, size: format.size(rules.maxBytes) })
          }
          {...files}
        />
      )}
      {noneFits && (
        <Text tone="problem" breaks role="alert">
          {t('upload.none_fits', { kinds })}
        </Text>
      )}
      {invalid && (
        <Text tone="problem" breaks role="alert">
          {t('upload.invalid')}
        </Text>
      )}
      {upload.step === 'failed' && (
        <Text tone="problem" breaks role="alert">
          {failed ? `${failed}: ${upload.message}` : upload.message}
        </Text>
      )}
      <UploadProgress
        state={upload}
        label={label}
        sending={t('upload.sending', { count: chosen.length })}
        working={working ?? t('upload.working')}
        onCancel={cancel}
      />
      {chosen.length > 0 && <ChosenFiles chosen={chosen} onLeaveOut={busy || disabled ? undefined : leaveOut} />}
      {wrong && (
        <Inline tight>
          <Button size="small" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          {upload.step === 'failed' && (
            <Button variant="primary" size="small" disabled={disabled} onClick={retry}>
              {t('common.retry')}
            </Button>
          )}
        </Inline>
      )}
    </Stack>
  );
}

/** A browser opens files dropped outside a drop zone, which leaves the page and its upload. */
const preventLeaving = (event: DragEvent) => event.preventDefault();

interface ChosenFilesProps {
  chosen: readonly ChosenFile[];
  onLeaveOut: ((file: File) => void) | undefined;
}

function ChosenFiles({ chosen, onLeaveOut }: ChosenFilesProps) {
  const t = useT<UploadWords>();
  const format = useFormat();
  return (
    <ul className={styles.files} aria-label={t('upload.files')}>
      {chosen.map(({ file, problem }, index) => (
        <Inline as="li" gap="0 8px" key={`${index} ${file.name}`} data-invalid={problem !== null || undefined}>
          <Text as="span" cut grow tone={problem === null ? undefined : 'problem'}>
            {file.name}
          </Text>
          <Text as="span" number tone="soft">
            {format.size(file.size)}
          </Text>
          {onLeaveOut && (
            <IconButton label={t('upload.leave_out', { name: file.name })} onClick={() => onLeaveOut(file)}>
              <Icon name="close" size={14} />
            </IconButton>
          )}
          {problem !== null && (
            <Text as="small" tone="problem">
              {problem}
            </Text>
          )}
        </Inline>
      ))}
    </ul>
  );
}
