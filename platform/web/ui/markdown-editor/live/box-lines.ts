import type { Drawing } from './drawing.ts';
import type { Place } from './parts.ts';
import { TitleWidget } from './sign-widgets.ts';

/** Draws the boxes in sight: their lines have a bar and a background, their first line is their title, and their last one is empty. */
export function drawBoxes(drawing: Drawing, ranges: readonly Place[]): void {
  for (const { kind, title, open, close, to, depth } of drawing.text.boxes) {
    for (const range of ranges) {
      const seen = { from: Math.max(open.from, range.from), to: Math.min(to, range.to) };
      if (seen.from <= seen.to) drawing.lines(seen, `cm-live-box cm-live-box-${kind} cm-live-depth-${Math.min(depth, 3)}`);
    }
    if (isIn(open, ranges)) {
      drawing.lines(open, 'cm-live-box-start');
      if (!drawing.isOpen(open)) drawing.replace(open, new TitleWidget(title));
    }
    if (close && isIn(close, ranges)) {
      drawing.lines(close, 'cm-live-box-end');
      if (!drawing.isOpen(close)) drawing.hide(close);
    }
  }
}

function isIn({ from, to }: Place, ranges: readonly Place[]): boolean {
  return ranges.some((range) => range.from <= to && range.to >= from);
}
