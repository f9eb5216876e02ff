import { type RefObject, use, useContext, useEffect, useRef } from 'react';
import { languageAttributes } from '#platform/content/language-direction.ts';
import { whenIdle } from '../../when-idle.ts';
import { OpenEditorsContext } from '../code-editor/open-editors.ts';
import { KEYBOARD_SCROLL } from '../panes/keyboard-scroll.ts';
import { EditorImagesContext } from './editor-images.ts';
import { followLink } from './follow-link.ts';
import { followSelection, markingPreview } from './preview-passages.ts';
import { mapPreview, warmPreview } from './preview-renderer.ts';
import { type RenderedText, useRenderedMarkdown } from './use-rendered-markdown.ts';
import classes from './preview.module.css';

interface PreviewProps {
  label: string;
  /** The name of its editor: passages of it can be marked and selected here. */
  name?: string | undefined;
  source: string;
  /** What the server rendered of the text. */
  rendered?: RenderedText | null | undefined;
  scrollerRef: RefObject<HTMLDivElement | null>;
  /** Another version of the text is shown. */
  onRendered: () => void;
}

/** The preview of a markdown source. */
export function Preview({ label, name, source, rendered = null, scrollerRef, onRendered }: PreviewProps) {
  const content = useRef<HTMLDivElement>(null);
  const attributes = languageAttributes(use(EditorImagesContext)?.address.textLanguage ?? null);
  const editors = useContext(OpenEditorsContext);
  useRenderedMarkdown(content, source, {
    known: rendered,
    onRendered: () => {
      onRendered();
      if (name !== undefined) editors?.tell({ type: 'rendered', name });
    },
  });
  // What the server rendered is shown first; a text that is typed earlier starts it itself.
  useEffect(() => whenIdle(warmPreview), []);

  useEffect(() => {
    if (!content.current || !scrollerRef.current || !editors || name === undefined) return undefined;
    const remove = editors.addPreview(name, markingPreview(content.current, scrollerRef.current, mapPreview));
    const stop = followSelection(content.current, name, editors, mapPreview);
    // What the server rendered was shown before the preview was known.
    editors.tell({ type: 'rendered', name });
    return () => {
      stop();
      remove();
    };
  }, [editors, name, scrollerRef]);

  useEffect(() => {
    const element = content.current;
    element?.addEventListener('click', followLink);
    return () => element?.removeEventListener('click', followLink);
  }, []);

  return (
    <div className={classes.scroller} ref={scrollerRef} role="region" aria-label={`Preview of ${label}`} {...KEYBOARD_SCROLL}>
      <div className={classes.prose} ref={content} data-waiting {...attributes} />
    </div>
  );
}
