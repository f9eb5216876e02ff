import { IMAGE_SIDE_MAX } from './image-size.ts';

/** Errors of images, for authors. */
export const MESSAGES = {
  // Dictated by the specification.
  tooLarge: 'Selected image exceeds the maximum recommended size of 5 MB.',
  svg: 'SVG images can hold scripts, so they are not taken. Save it as PNG or WebP and upload that.',
  noImage: 'This file is no image: it must be a PNG, JPEG, GIF, WebP or AVIF.',
  damaged: 'This image is damaged or cut off. Upload it again.',
  tooManyPixels: `An image has at most ${IMAGE_SIDE_MAX.toLocaleString('en')} pixels on a side.`,
} as const;
