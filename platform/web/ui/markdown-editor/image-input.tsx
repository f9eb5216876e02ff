import type { RefObject } from 'react';

interface ImageInputProps {
  /** Click it to choose files. */
  input: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFiles: (files: readonly File[]) => void;
}

/** A hidden file input for images. */
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
        // Allow choosing the same file again after it was edited.
        event.currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
