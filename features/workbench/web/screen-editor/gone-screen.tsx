import { Text } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { UserMenu } from '#features/accounts/web/session/user-menu.tsx';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { KeepText } from '../screens/keep-text.tsx';
import { SCREEN_MESSAGES } from '../screens/messages.ts';
import { unsavedText } from '../screens/unsaved-text.ts';
import { useLostDraft } from '../screens/use-lost-draft.ts';
import { HeaderLine } from './screen-header.tsx';
import classes from './screen-editor.module.css';

interface GoneScreenProps {
  lessonId: number;
  /** As in the address. */
  screenId: string;
  isLessonGone: boolean;
}

/**
 * Shown for a screen that no longer exists. Offers its unsaved changes for copying; without any, redirects to the lesson if that still
 * exists.
 */
export function GoneScreen({ lessonId, screenId, isLessonGone }: GoneScreenProps) {
  const user = useCurrentUser();
  const draft = useLostDraft(user.id, /^\d{1,10}$/.test(screenId) ? Number(screenId) : 0);
  if (draft === undefined) return null;
  const text = draft === null ? '' : unsavedText(draft.fields);
  if (text === '' && !isLessonGone) return <Navigate to="/lesson/$lessonId" params={{ lessonId }} replace />;
  const title = isLessonGone ? 'This lesson no longer exists' : 'This screen no longer exists';
  return (
    <div className={classes.page}>
      <title>{`${title} · Lessonwright`}</title>
      <HeaderLine title={title}>
        <UserMenu user={user} />
      </HeaderLine>
      <main className={classes.gone} data-template="report">
        <Text size="sm">
          {isLessonGone
            ? 'It may have been deleted, or you may no longer have access to it. Staff can restore deleted lessons from the trash for 30 days.'
            : 'It may have been deleted. Deleted screens can be restored from the trash for 30 days.'}
        </Text>
        {text === '' ? null : (
          <>
            <Banner kind="warning" actions={<KeepText name={`screen-${screenId}`} read={() => text} />}>
              {SCREEN_MESSAGES.textKept}
            </Banner>
            <section aria-label="Your unsaved changes">
              <pre className={classes.lost}>{text}</pre>
            </section>
          </>
        )}
        <div>
          {isLessonGone ? (
            <LinkButton to="/" variant="default">
              Go to lessons
            </LinkButton>
          ) : (
            <LinkButton to="/lesson/$lessonId" params={{ lessonId }} variant="default">
              Go to the lesson
            </LinkButton>
          )}
        </div>
      </main>
    </div>
  );
}
