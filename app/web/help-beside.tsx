import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { GuideText } from '#features/operations/web/help/guide-text.tsx';
import { INDEX_PAGE } from '#features/operations/web/help/read-guide.ts';
import { TextLink } from '#platform/web/ui/links.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { GUIDE } from './guide.ts';
import { helpPageOf } from './help-page-of.ts';
import classes from './palette.module.css';

/** The guide beside the page, which stays as it is and can be worked in. It opens at what the page is about, and closes with Esc. */
export default function HelpBeside({ onClose }: { onClose: () => void }) {
  const address = useRouterState({ select: ({ location }) => location.pathname });
  const [name, setName] = useState(() => helpPageOf(address));
  const page = GUIDE.sections.flatMap(({ pages }) => pages).find((each) => each.name === name) ?? GUIDE.index;
  const panel = useRef<HTMLElement>(null);
  useReturnFocus(true);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = panel.current;
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    element?.addEventListener('keydown', leave);
    element?.focus();
    document.documentElement.dataset['help'] = 'beside';
    return () => {
      element?.removeEventListener('keydown', leave);
      delete document.documentElement.dataset['help'];
    };
  }, []);
  return (
    <aside ref={panel} tabIndex={-1} aria-label={`Help: ${page.title}`} className={classes.panel}>
      <div className={classes.bar}>
        {page === GUIDE.index ? (
          <span />
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setName(INDEX_PAGE)}>
            All pages
          </Button>
        )}
        <TextLink to="/help/$page" params={{ page: page.name }} target="_blank">
          Open in a tab
        </TextLink>
        <ActionIcon variant="subtle" color="gray" aria-label="Close help" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <h2 className={classes.title}>{page.title}</h2>
      <GuideText key={page.name} page={page} onOpen={setName} />
    </aside>
  );
}
