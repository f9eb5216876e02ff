import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useRenderedMarkdown } from '#platform/web/ui/markdown-editor/use-rendered-markdown.ts';
import { type GuidePage, INDEX_PAGE } from './read-guide.ts';
import prose from '#platform/web/ui/markdown-editor/preview.module.css';
import classes from '../operations.module.css';

interface GuideTextProps {
  page: GuidePage;
  /** Opens another page of the guide where this one is; missing: at its address. */
  onOpen?: (name: string) => void;
}

/** The text of a page, which is another component for each page. Its links to other pages of the guide do not load the product again. */
export function GuideText({ page, onOpen }: GuideTextProps) {
  const router = useRouter();
  const content = useRef<HTMLDivElement>(null);
  useRenderedMarkdown(content, page.source);
  const openPage = useEffectEvent((address: string) => {
    if (onOpen) onOpen(/^\/help\/([\w-]+)/.exec(address)?.[1] ?? INDEX_PAGE);
    else router.history.push(address);
  });
  useEffect(() => {
    const element = content.current;
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const address = link?.getAttribute('href') ?? '';
      if (!address.startsWith('/help') || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      openPage(address);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, []);
  // A page begins at its top, wherever the one before was left.
  useEffect(() => {
    content.current?.closest('main, aside')?.scrollTo?.({ top: 0 });
  }, []);
  return <div className={`${prose.prose} ${classes.text}`} ref={content} />;
}
