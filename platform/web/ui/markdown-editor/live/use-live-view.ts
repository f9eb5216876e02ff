import { Compartment } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type ImageAddress, imageAddressKey } from '../editor-images.ts';
import { warmPreview } from '../preview-renderer.ts';
import { liveView } from './live-view.ts';

interface LiveOptions {
  readonly isLive: boolean;
  readonly images: ImageAddress | null;
}

/** Shows the text of an editor as it reads, or as its source. Returns the slot of its configuration. */
export function useLiveView(editor: RefObject<EditorView | null>, { isLive, images }: LiveOptions): Compartment {
  const [slot] = useState(() => new Compartment());
  const addresses = images && imageAddressKey(images);
  const show = useEffectEvent((isShown: boolean, shownAddresses: string | null) => {
    const view = editor.current;
    if (!view) return;
    // The worker takes a second or two to start.
    if (isShown) warmPreview();
    // The same lines stay at the top.
    view.dispatch({ effects: [slot.reconfigure(isShown ? liveView(shownAddresses === null ? null : images) : []), view.scrollSnapshot()] });
  });
  useLayoutEffect(() => show(isLive, addresses), [isLive, addresses]);
  return slot;
}
