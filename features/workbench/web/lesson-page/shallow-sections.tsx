import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { MESSAGES as COMMENT_MESSAGES } from '#features/comments/web/messages.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import type { LessonTab } from './lesson-search.ts';

/** The sections of a lesson that is not fully imported, with their buttons disabled, by tab. */
export function shallowPanels(
  { language }: Pick<Lesson, 'language'>,
  { external }: Pick<CurrentUser, 'external'>,
): Omit<Record<LessonTab, ReactNode>, 'settings' | 'history'> {
  return {
    screens: (
      <>
        <Text size="sm">{MESSAGES.comesWithImport}</Text>
        <Section title="Screens" buttons={['Add screen at the end', COMMENT_MESSAGES.viewComments, 'Test lesson']} />
      </>
    ),
    packages: (
      <>
        <Section title="Answer Checking" buttons={[]} />
        <Section title="Packages" buttons={['Build']} />
        <Section title="Files" buttons={['Upload files']} />
        {isTerminal(language) ? <Section title="Setup Files" buttons={[]} /> : null}
        <Section title="Datasets" buttons={['Add datasets']} />
      </>
    ),
    review: (
      <>
        <Section title="Review" buttons={['Ready for Review']} />
        <Section title="Deploy" buttons={['Deploy']} />
        <Section title="Export" buttons={['Export']} />
        {external ? null : <Section title="Delete" buttons={['Delete lesson']} />}
      </>
    ),
  };
}

function Section({ title, buttons }: { title: string; buttons: readonly string[] }) {
  return (
    <PageSection
      title={title}
      actions={buttons.map((label) => (
        <Button key={label} size="xs" variant="default" disabled title={MESSAGES.comesWithImport}>
          {label}
        </Button>
      ))}
    >
      {buttons.length === 0 ? <Text size="sm">{MESSAGES.comesWithImport}</Text> : null}
    </PageSection>
  );
}
