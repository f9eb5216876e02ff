import { useEffect, useRef, useState } from 'react';
import type { EditorImages, UploadedImage } from '#platform/web/ui/markdown-editor/editor-images.ts';
import type { Upload, UploadNotice } from '#platform/web/ui/markdown-editor/use-image-uploads.ts';

/** Uploads files from the gallery one after another; calls `onDone` for each. */
export function useGalleryUpload(images: EditorImages, onDone: (image: UploadedImage) => void) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const [notices, setNotices] = useState<readonly UploadNotice[]>([]);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File, signal: AbortSignal, notify: (kind: UploadNotice['kind'], text: string) => void) {
    const stop = () => running.current?.abort();
    const onProgress = (share: number) => setUpload({ id: 0, name: file.name, share, stop });
    onProgress(0);
    try {
      const image = await images.upload(file, { isPasted: false, signal, onProgress });
      if (!image) return;
      if (image.warning !== null) notify('warning', image.warning);
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
    const notify = (kind: UploadNotice['kind'], text: string) => setNotices((before) => [...before, { id: before.length, kind, text }]);
    for (const file of files) if (!abort.signal.aborted) await send(file, abort.signal, notify);
    running.current = null;
    setUpload(null);
  }

  const close = (id: number) => setNotices((before) => before.filter((notice) => notice.id !== id));
  return { upload, notices, start, close };
}
