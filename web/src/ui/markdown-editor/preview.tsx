import { useEffect, useEffectEvent, useRef, type MouseEvent, type Ref } from 'react';
import { patchBlocks } from './patch-blocks.ts';
import { renderPreview } from './preview-renderer.ts';
import classes from './preview.module.css';

interface PreviewProps {
  label: string;
  /** The source now; asked for at most once per `revision`. */
  read: () => string;
  /** Changes with the source, after a pause in typing. */
  revision: number;
  scrollerRef?: Ref<HTMLDivElement>;
}

/** What the learner will see of a markdown source. */
export function Preview({ label, read, revision, scrollerRef }: PreviewProps) {
  const content = useRef<HTMLDivElement>(null);
  const readNow = useEffectEvent(read);

  useEffect(() => {
    let isCurrent = true;
    void renderPreview(readNow()).then((html) => {
      if (!isCurrent || !content.current) return;
      if (html.includes('class="katex-html"')) void import('katex/dist/katex.min.css');
      patchBlocks(content.current, html);
      content.current.dataset['empty'] = String(html.trim() === '');
    });
    return () => {
      isCurrent = false;
    };
  }, [revision]);

  return (
    <div className={classes.scroller} ref={scrollerRef} role="region" aria-label={`Preview of ${label}`} tabIndex={0}>
      <div className={classes.prose} ref={content} onClick={followLink} />
    </div>
  );
}

/** Links open beside the editor, never instead of it; those within the text scroll to their place. */
function followLink(event: MouseEvent<HTMLDivElement>) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  const address = link.getAttribute('href') ?? '';
  if (address.startsWith('#')) event.currentTarget.querySelector(`[id="${CSS.escape(address.slice(1))}"]`)?.scrollIntoView();
  else if (address !== '') window.open(link.href, '_blank', 'noopener');
}
