import { useEffect, useRef, useState } from 'react';
import type { EditorImages, UploadedImage } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { keepActions, type Upload, type UploadNotice } from '#platform/web/ui/markdown-editor/use-image-uploads.ts';

type Notify = (kind: UploadNotice['kind'], text: string, actions?: NonNullable<UploadNotice['actions']>) => void;

/** Uploads files from the gallery one after another; calls `onDone` for each. */
export function useGalleryUpload(images: EditorImages, onDone: (image: UploadedImage) => void) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [notices, setNotices] = useState<readonly UploadNotice[]>([]);
  const lastId = useRef(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File, signal: AbortSignal, notify: Notify) {
    const stop = () => running.current?.abort();
    const onProgress = (share: number) => setUpload({ id: 0, name: file.name, share, stop });
    onProgress(0);
    try {
      const image = await images.upload(file, { isPasted: false, signal, onProgress });
      if (!image) return;
      if (image.warning !== null) notify('warning', image.warning);
      if (image.shrunk !== null) notify('info', image.shrunk.text, keepActions(image.shrunk, notify));
      onDone(image);
    } catch (error) {
      if (!signal.aborted) notify('error', error instanceof Error ? error.message : String(error));
    }
  }

  /** Stops this file and all later ones. */
  async function start(files: readonly File[]) {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    setNotices([]);
    const notify: Notify = (kind, text, actions = []) => setNotices((before) => [...before, { id: ++lastId.current, kind, text, actions }]);
    for (const file of files) if (!abort.signal.aborted) await send(file, abort.signal, notify);
    running.current = null;
    setUpload(null);
  }

  const close = (id: number) => setNotices((before) => before.filter((notice) => notice.id !== id));
  return { upload, notices, start, close };
}
