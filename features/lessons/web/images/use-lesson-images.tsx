import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api as routes } from '#app/contract/api.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { EditorImage, EditorImages } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { useLiveRefresh } from '#platform/web/use-live.ts';
import { sendDataFile } from '../data-files/api.ts';
import { dataFilesQuery } from '../queries.ts';
import { imagesQuery } from './api.ts';
import { IMAGE_TYPES } from './image-rules.ts';
import { MESSAGES } from './messages.ts';
import { uploadImage } from './upload-image.ts';

const loadGallery = async () => ({ default: (await import('./gallery-dialog.tsx')).GalleryDialog });

interface LessonImages {
  /** For the markdown editors of the page. */
  images: EditorImages;
  /** Render this on the page: the dialogs about images. */
  dialogs: ReactNode;
}

/** The images of a lesson for its text editors: uploads with their dialogs, and the gallery. */
export function useLessonImages({ id: lessonId, text_language: textLanguage }: Pick<Lesson, 'id' | 'text_language'>): LessonImages {
  const client = useQueryClient();
  const [choice, setChoice] = useState<{ suggestedAlt: string; end: (image: EditorImage | null) => void } | null>(null);
  // Increased when the content of a name changes, so that browsers don't show the cached image.
  const [version, setVersion] = useState(0);
  const { ask, dialog } = useOverwriteQuestion();

  const { queryKey } = imagesQuery(lessonId);
  useLiveRefresh(`lesson:${lessonId}`, ({ type }) => type === 'files-changed', { queryKey });

  const images = useMemo<EditorImages>(() => {
    const target = { client, lessonId, askOverwrite: ask, onOverwritten: () => setVersion((before) => before + 1) };
    return {
      address: {
        before: routeUrl(routes.showImage, { params: { id: lessonId, fileName: '' } }),
        behind: version === 0 ? '' : `?changed=${version}`,
        lessonId,
        textLanguage,
      },
      accept: IMAGE_TYPES.join(','),
      upload: (file, options) => uploadImage(target, file, options),
      attach: async (file) => {
        try {
          await sendDataFile(lessonId)(file, { overwrite: false, signal: new AbortController().signal, onProgress: () => undefined });
        } catch (error) {
          throw new Error(errorText(error, MESSAGES.attachFailed), { cause: error });
        }
        void client.invalidateQueries({ queryKey: dataFilesQuery(lessonId).queryKey });
      },
      choose: (suggestedAlt) => new Promise((end) => setChoice({ suggestedAlt, end })),
    };
  }, [client, lessonId, ask, version, textLanguage]);

  function endChoice(image: EditorImage | null) {
    setChoice(null);
    choice?.end(image);
  }
  const dialogs = (
    <>
      {choice && (
        <OnDemand
          load={loadGallery}
          props={{
            lessonId,
            images,
            suggestedAlt: choice.suggestedAlt,
            onChanged: () => setVersion((before) => before + 1),
            onInsert: endChoice,
            onClose: () => endChoice(null),
          }}
        />
      )}
      {dialog}
    </>
  );
  return { images, dialogs };
}

interface OverwriteQuestion {
  fileName: string;
  answer: (mayOverwrite: boolean) => void;
}

/** Asks before overwriting; one question at a time. */
function useOverwriteQuestion() {
  const [question, setQuestion] = useState<OverwriteQuestion | null>(null);
  const [ask] = useState(() => {
    let last: Promise<unknown> = Promise.resolve();
    return (fileName: string, signal: AbortSignal): Promise<boolean> => {
      const answered = last.then(() => {
        signal.throwIfAborted();
        return new Promise<boolean>((resolve) => {
          const answer = (mayOverwrite: boolean) => {
            setQuestion(null);
            resolve(mayOverwrite);
          };
          signal.addEventListener('abort', () => answer(false), { once: true });
          setQuestion({ fileName, answer });
        });
      });
      last = answered.catch(() => undefined);
      return answered;
    };
  });
  const dialog = (
    <ConfirmDialog
      isOpen={question !== null}
      title="Overwrite image"
      text={question ? MESSAGES.overwrite(question.fileName) : ''}
      confirmLabel="Overwrite"
      isDanger
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    />
  );
  return { ask, dialog };
}
