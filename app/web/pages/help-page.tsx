import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { GuideList } from '#features/operations/web/help/guide-list.tsx';
import { GuideText } from '#features/operations/web/help/guide-text.tsx';
import { INDEX_PAGE } from '#features/operations/web/help/read-guide.ts';
import { runCommand } from '#platform/web/commands.ts';
import { TextLink } from '#platform/web/ui/links.tsx';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { GUIDE } from '../guide.ts';
import classes from '#features/operations/web/operations.module.css';

/** `/help` and `/help/{page}`: the guide to the product. */
export default function HelpPage() {
  const { page: name = INDEX_PAGE } = useParams({ strict: false });
  const page = name === INDEX_PAGE ? GUIDE.index : GUIDE.sections.flatMap(({ pages }) => pages).find((each) => each.name === name);
  if (!page) return <NotFoundPage />;
  return (
    <Page
      title={page.title}
      layout="report"
      actions={
        <>
          {page === GUIDE.index ? null : <TextLink to="/help">All pages</TextLink>}
          <Button variant="default" leftSection={<IconKeyboard size={16} aria-hidden />} onClick={() => runCommand('shortcuts')}>
            Keyboard shortcuts
          </Button>
        </>
      }
    >
      <div className={classes.helpColumns}>
        <GuideList sections={GUIDE.sections} />
        <GuideText key={page.name} page={page} />
      </div>
    </Page>
  );
}
