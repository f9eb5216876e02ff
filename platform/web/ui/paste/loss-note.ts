import type { Losses } from '#platform/content/rich-text/rich-text.ts';
import { counted } from '#platform/contract/counted.ts';

/** What a paste couldn't carry over, for the author; null: nothing was lost. */
export function lossNote({ images, footnotes, comments, embeds }: Losses): string | null {
  const others = [
    footnotes > 0 ? counted(footnotes, 'footnote') : '',
    comments > 0 ? counted(comments, 'comment') : '',
    embeds > 0 ? counted(embeds, 'video or other embedded item', 'videos or other embedded items') : '',
  ].filter((text) => text !== '');
  const notes = [
    images > 0 ? `Couldn’t paste ${counted(images, 'image')}. Copy each image by itself and paste it, or save and upload it.` : '',
    others.length > 0 ? `Left out: ${others.join(', ')}.` : '',
  ].filter((text) => text !== '');
  return notes.length === 0 ? null : notes.join(' ');
}
