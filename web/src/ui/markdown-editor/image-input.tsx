import type { RefObject } from 'react';

interface ImageInputProps {
  /** Click it to choose. */
  input: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFiles: (files: readonly File[]) => void;
}

/** The browser's own dialog that chooses image files, without a field of its own. */
export function ImageInput({ input, label, accept, onFiles }: ImageInputProps) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label={label}
      accept={accept}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // The same file may be chosen again, after it was mended.
        event.currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
