import { IMAGE_SIDE_MAX } from './image-size.ts';

/** Errors of images, for authors. */
export const MESSAGES = {
  // Dictated by the specification.
  tooLarge: 'Selected image exceeds the maximum recommended size of 5 MB.',
  svg: 'SVG images can contain scripts and are not allowed. Save it as PNG or WebP and upload that.',
  noImage: 'This file is not a supported image. Upload a PNG, JPEG, GIF, WebP or AVIF.',
  damaged: 'This image is damaged or incomplete. Upload it again.',
  tooManyPixels: `An image can have at most ${IMAGE_SIDE_MAX.toLocaleString('en')} pixels on a side. Resize it and upload it again.`,
} as const;
