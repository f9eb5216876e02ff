import { createContext } from 'react';

/** An image that can stand in the text. */
export interface EditorImage {
  /** Its address in markdown, encoded already. */
  path: string;
  /** What it shows, in words; empty: nobody has said. */
  alt: string;
}

export interface UploadedImage extends EditorImage {
  fileName: string;
  /** What speaks against it, though it was taken. */
  warning: string | null;
}

export interface UploadOptions {
  /** It came from the clipboard, where pictures have no name of their own. */
  isPasted: boolean;
  signal: AbortSignal;
  /** The share that is on its way, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Where a preview shows the images of a text from: before and behind the encoded file name. */
export interface ImageAddress {
  before: string;
  behind: string;
}

/** What a markdown editor needs of images. Whose they are, and where they lie, is known to whoever provides this. */
export interface EditorImages {
  address: ImageAddress;
  /** What a file chooser offers: media types, separated by commas. */
  accept: string;
  /**
   * Takes a file in, and asks what there is to ask. Null: the author thought better of it.
   *
   * @throws DOMException `AbortError` after a stop.
   * @throws Error whose message is what the author is told.
   */
  upload: (file: File, options: UploadOptions) => Promise<UploadedImage | null>;
  /** Lets the author choose one of those that are there. Null: none. */
  choose: (suggestedAlt: string) => Promise<EditorImage | null>;
}

/** The images of whatever the page shows; null: its texts have none but those of the web. */
export const EditorImagesContext = createContext<EditorImages | null>(null);

/** An image in markdown. Brackets and line ends of its description would end it. */
export function imageMarkdown({ alt, path }: EditorImage): string {
  const text = alt
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&');
  return `![${text}](${path})`;
}
