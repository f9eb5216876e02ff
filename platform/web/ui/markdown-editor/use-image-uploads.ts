import type { EditorView } from '@codemirror/view';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { imageMarkdown } from '#platform/content/image-markdown.ts';
import type { EditorImages, UploadedImage } from './editor-images.ts';
import { placeOutsideImages } from './image-place.ts';
import { dropUploadPlace, fillUploadPlace, showUploadPlace } from './upload-places.ts';

/** A running upload. */
export interface Upload {
  id: number;
  name: string;
  /** 0 to 1. */
  share: number;
  stop: () => void;
}

/** A message about a finished upload. */
export interface UploadNotice {
  id: number;
  kind: 'error' | 'warning' | 'info';
  text: string;
  /** What can be done; choosing one closes the message. */
  actions?: readonly { readonly label: string; readonly run: () => void }[];
}

interface UploadsOf {
  /** Null: no images here. */
  images: EditorImages | null;
  editor: RefObject<EditorView | null>;
  /** The text is locked for a moment; images are inserted afterwards. */
  isBusy: boolean;
}

interface Place {
  /** Null: after the selection. */
  at: number | null;
  isPasted: boolean;
  /** Select the alt text afterwards, to be replaced. */
  selectsAlt?: boolean;
  /** Separate it from the text: it was brought in whole, and not written into a sentence. */
  isParagraph?: boolean;
}

let lastId = 0;

/** The uploads of an editor: position, progress and result. */
export function useImageUploads({ images, editor, isBusy }: UploadsOf) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [notices, setNotices] = useState<readonly UploadNotice[]>([]);
  const running = useRef(new Set<AbortController>());
  const busy = useRef(isBusy);
  const waiting = useRef<(() => void)[]>([]);

  // After the editor has applied the result of a save or merge.
  useLayoutEffect(() => {
    busy.current = isBusy;
    if (!isBusy) for (const putIn of waiting.current.splice(0)) putIn();
  }, [isBusy]);
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const each of all) each.abort();
    };
  }, []);

  const notify = (kind: UploadNotice['kind'], text: string, actions: NonNullable<UploadNotice['actions']> = []) =>
    setNotices((before) => [...before, { id: ++lastId, kind, text, actions }]);

  const finish = (id: number, image: UploadedImage, { isPasted, selectsAlt, isParagraph }: Place) => {
    const text = imageMarkdown(image);
    const selected = selectsAlt && image.alt !== '' ? { from: 2, to: text.lastIndexOf('](') } : null;
    const putIn = () => editor.current && fillUploadPlace(editor.current, id, text, selected, isParagraph);
    if (busy.current) waiting.current.push(putIn);
    else putIn();
    if (image.warning !== null) notify('warning', image.warning);
    if (image.shrunk !== null) notify('info', image.shrunk.text, keepActions(image.shrunk, notify));
    if (isPasted && image.alt === '') notify('warning', noAltText(image.fileName));
  };

  /** Starts uploads of these files; false: not possible here. */
  const start = (files: readonly File[], place: Place): boolean => {
    const view = editor.current;
    if (!images || !view) return false;
    setNotices(withoutEarlier);
    const at = placeOutsideImages(view.state, place.at ?? view.state.selection.main.to);
    // A cursor inside an image moves after it, like inserted text.
    if (place.at === null || place.at !== at) view.dispatch({ selection: { anchor: at } });
    for (const file of files) {
      const id = ++lastId;
      const abort = new AbortController();
      running.current.add(abort);
      showUploadPlace(view, { id, name: file.name, at });
      setUploads((before) => [...before, { id, name: file.name, share: 0, stop: () => abort.abort() }]);
      const onProgress = (share: number) =>
        setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, share } : upload)));
      const drop = () => editor.current && dropUploadPlace(editor.current, id);
      images
        .upload(file, { isPasted: place.isPasted, signal: abort.signal, onProgress })
        .then(
          (image) => (image ? finish(id, image, place) : drop()),
          (error: unknown) => {
            drop();
            if (!abort.signal.aborted) notify('error', error instanceof Error ? error.message : String(error));
          },
        )
        .finally(() => {
          running.current.delete(abort);
          setUploads((before) => before.filter((upload) => upload.id !== id));
        });
    }
    return true;
  };

  const close = useCallback((id: number) => setNotices((before) => before.filter((notice) => notice.id !== id)), []);
  return { uploads, notices, start, notify, close };
}

/** What stays when the next upload starts: the last offer. What else the earlier uploads reported was read by then. */
export function withoutEarlier(notices: readonly UploadNotice[]): readonly UploadNotice[] {
  return notices.filter(({ actions = [] }) => actions.length > 0).slice(-1);
}

/** The action of a message about a shrunk image. */
export function keepActions({ keepOriginal }: NonNullable<UploadedImage['shrunk']>, notify: (kind: 'error', text: string) => void) {
  if (!keepOriginal) return [];
  const run = () => void keepOriginal().catch((error: unknown) => notify('error', error instanceof Error ? error.message : String(error)));
  return [{ label: 'Keep the original', run }];
}

function noAltText(fileName: string): string {
  return `“${fileName}” has no alt text yet. Describe the image between the [ ] for people who can’t see it.`;
}
