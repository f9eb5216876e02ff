import { Button, Loader } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Image } from '#features/lesson-files/contract/images.ts';
import { taskTexts } from '#features/questions/contract/kinds/task-texts.ts';
import { MARKDOWN_TEXTS, type MarkdownField } from '#features/screens/contract/screen-texts.ts';
import type { Question, Screen } from '#features/screens/contract/screens.ts';
import { imageNameOf } from '#platform/content/image-path.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { Delayed } from '#platform/web/ui/delayed.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { SoughtWords, Highlighted } from '#platform/web/ui/highlight.tsx';
import type { EditorImage, EditorImages } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { ImageInput } from '#platform/web/ui/markdown-editor/image-input.tsx';
import { UploadsBar } from '#platform/web/ui/markdown-editor/uploads-bar.tsx';
import { searchWords } from '#platform/web/ui/matches.ts';
import { SearchBox } from '#platform/web/ui/search-box.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { screenTextsQuery } from '../queries.ts';
import { imagesQuery, useDeleteImage } from './api.ts';
import { InsertForm } from './insert-form.tsx';
import { deleteQuestion, MESSAGES } from './messages.ts';
import { useGalleryUpload } from './use-gallery-upload.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../lesson-parts.module.css';

type Texts = Pick<Screen, 'sequence' | MarkdownField> & {
  multipleChoiceQuestions: readonly (Pick<Question, 'question' | 'task'> & {
    answer_options: readonly { label: string; feedback_message: string }[];
  })[];
};

/** The screens whose saved texts show this image, as `screen 3`. */
export function screensWithImage(screens: readonly Texts[], fileName: string): string[] {
  return screens.filter((screen) => textsOf(screen).some((text) => shows(text, fileName))).map(({ sequence }) => `screen ${sequence}`);
}

function textsOf(screen: Texts): string[] {
  const ofQuestions = screen.multipleChoiceQuestions.flatMap(({ question, answer_options, task }) => [
    question,
    ...answer_options.flatMap(({ label, feedback_message }) => [label, feedback_message]),
    ...taskTexts(task).map(({ text }) => text),
  ]);
  return [...MARKDOWN_TEXTS.map((field) => screen[field]), ...ofQuestions];
}

function shows(text: string, fileName: string): boolean {
  return [...text.matchAll(/\bimages\/[^)>"'\n]+/g)].some(([address]) => {
    // A title may follow the address; names in angle brackets may contain spaces.
    return imageNameOf(address) === fileName || imageNameOf(address.split(/\s/, 1)[0] ?? '') === fileName;
  });
}

interface ImageGridProps {
  images: readonly Image[];
  selectedId: number | null;
  onSelect: (image: Image) => void;
}

/** A grid to choose an image from, by mouse or arrow keys. */
function ImageGrid({ images, selectedId, onSelect }: ImageGridProps) {
  return (
    <div className={classes.grid} role="radiogroup" aria-label="Images of the lesson">
      {images.map((image) => (
        <label key={image.id} className={classes.card} data-selected={image.id === selectedId || undefined}>
          <input
            type="radio"
            name="lesson-image"
            className={classes.radio}
            checked={image.id === selectedId}
            onChange={() => onSelect(image)}
          />
          <span className={classes.thumb}>
            <img src={image.s3_url} alt="" loading="lazy" />
          </span>
          <span className={layout.ellipsis} title={image.file_name}>
            <Highlighted text={image.file_name} />
          </span>
          <span className={classes.figures}>
            {image.width} × {image.height} · {fileSizeText(image.bytes)}
          </span>
        </label>
      ))}
    </div>
  );
}

interface GalleryDialogProps {
  lessonId: number;
  images: EditorImages;
  /** The text the author had selected. */
  suggestedAlt: string;
  /** Called when images were deleted or restored. */
  onChanged: () => void;
  onInsert: (image: EditorImage) => void;
  onClose: () => void;
}

/** The lesson's images: search, insert, upload, delete. */
export function GalleryDialog(props: GalleryDialogProps) {
  useReturnFocus(true);
  return (
    <Dialog opened onClose={props.onClose} title="Add Image" size="xl">
      <Gallery {...props} />
    </Dialog>
  );
}

function Gallery({ lessonId, images, suggestedAlt, onChanged, onInsert, onClose }: GalleryDialogProps) {
  const list = useQuery({ ...imagesQuery(lessonId), staleTime: 0 });
  const [query, setQuery] = useState('');
  const [selectedName, setSelectedName] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<Image | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const uploads = useGalleryUpload(images, ({ fileName }) => {
    setQuery('');
    setSelectedName(fileName);
  });

  const words = searchWords(query);
  const all = list.data ?? [];
  const found = all.filter(({ file_name }) => words.every((word) => file_name.toLowerCase().includes(word)));
  const selected = found.find((image) => image.file_name === selectedName) ?? null;
  const focusGrid = () => body.current?.querySelector<HTMLElement>('[role="radiogroup"] input')?.focus();

  return (
    <div className={layout.wideStack} ref={body}>
      <div className={layout.wrap} role="search">
        <SearchBox label="Search images" className={classes.search} query={query} onQuery={setQuery} onLeaveDown={focusGrid} isFirst />
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          disabled={uploads.upload !== null}
          onClick={() => fileInput.current?.click()}
        >
          Upload New
        </Button>
        <ImageInput input={fileInput} label="Upload New" accept={images.accept} onFiles={(files) => void uploads.start(files)} />
      </div>
      <UploadsBar uploads={uploads.upload ? [uploads.upload] : []} notices={uploads.notices} onClose={uploads.close} />
      <ErrorBanner
        text={list.error && !list.data ? errorText(list.error, MESSAGES.loadFailed) : null}
        onRetry={() => void list.refetch()}
      />
      <div className={classes.scroller}>
        {list.isPending ? (
          <Delayed>
            <Loader size="sm" aria-label="Loading the images" />
          </Delayed>
        ) : found.length > 0 ? (
          <SoughtWords value={words}>
            <ImageGrid images={found} selectedId={selected?.id ?? null} onSelect={(image) => setSelectedName(image.file_name)} />
          </SoughtWords>
        ) : list.data ? (
          <EmptyGallery isFiltered={all.length > 0} onClear={() => setQuery('')} />
        ) : null}
      </div>
      {selected ? (
        <InsertForm
          key={selected.id}
          image={selected}
          suggestedAlt={suggestedAlt}
          onInsert={onInsert}
          onDelete={() => setDeleted(selected)}
          onClose={onClose}
        />
      ) : (
        found.length > 0 && <p className={classes.hint}>Choose an image to insert.</p>
      )}
      {deleted && (
        <DeleteImage
          lessonId={lessonId}
          image={deleted}
          onChanged={onChanged}
          onClose={() => {
            setDeleted(null);
            focusGrid();
          }}
        />
      )}
    </div>
  );
}

function EmptyGallery({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState text={MESSAGES.none} />;
  return (
    <EmptyState
      text={MESSAGES.noMatch}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}

interface DeleteImageProps {
  lessonId: number;
  image: Image;
  onChanged: () => void;
  onClose: () => void;
}

/** Lists where an image is used before it is deleted. */
function DeleteImage({ lessonId, image, onChanged, onClose }: DeleteImageProps) {
  const screens = useQuery(screenTextsQuery(lessonId));
  const remove = useDeleteImage(lessonId, onChanged);
  return (
    <ConfirmDialog
      isOpen
      title="Delete image"
      text={deleteQuestion(image.file_name, screensWithImage(screens.data ?? [], image.file_name))}
      confirmLabel="Delete image"
      isDanger
      isBusy={screens.isPending || remove.isPending}
      error={remove.error ? errorText(remove.error, MESSAGES.deleteFailed) : null}
      onConfirm={() => remove.mutate(image, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
