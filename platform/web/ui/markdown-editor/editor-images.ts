import { createContext } from 'react';

/** An image for the text. */
export interface EditorImage {
  /** Its address in markdown, already encoded. */
  path: string;
  /** Alt text; empty: none yet. */
  alt: string;
}

export interface UploadedImage extends EditorImage {
  fileName: string;
  /** A warning about an accepted image. */
  warning: string | null;
  /** What was done to make it smaller, and what sends the original instead; null: nothing. */
  shrunk: { readonly text: string; readonly keepOriginal: (() => Promise<void>) | null } | null;
}

export interface UploadOptions {
  /** Pasted from the clipboard, where pictures have no name. */
  isPasted: boolean;
  signal: AbortSignal;
  /** Upload progress, 0 to 1. */
  onProgress: (share: number) => void;
}

/** The lesson of a preview: the addresses of its images, before and after the encoded file name, and its language. */
export interface ImageAddress {
  before: string;
  behind: string;
  /** The id of the lesson: links to other lessons and to data files start from it. */
  lessonId: number;
  /** The language of its texts; null: not stated. */
  textLanguage: string | null;
}

/** Names an address. With another one, the same text may render differently. */
export function imageAddressKey({ lessonId, before, behind, textLanguage }: ImageAddress): string {
  return [lessonId, before, behind, textLanguage].join(' ');
}

/** What a markdown editor needs for images. The provider knows whose they are and where they are stored. */
export interface EditorImages {
  address: ImageAddress;
  /** Accepted media types, separated by commas. */
  accept: string;
  /**
   * Uploads a file, asking the author when needed. Null: the author cancelled.
   *
   * @throws DOMException `AbortError` after a stop.
   * @throws Error whose message is shown to the author.
   */
  upload: (file: File, options: UploadOptions) => Promise<UploadedImage | null>;
  /** Lets the author choose an existing image. Null: none. */
  choose: (suggestedAlt: string) => Promise<EditorImage | null>;
  /**
   * Adds a file to the data files of the lesson.
   *
   * @throws Error whose message is shown to the author.
   */
  attach: (file: File) => Promise<void>;
}

/** The images for texts on this page; null: only images from the web. */
export const EditorImagesContext = createContext<EditorImages | null>(null);
