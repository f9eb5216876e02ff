import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { MESSAGES as COMMENT_MESSAGES } from '#features/comments/web/messages.ts';
import { LessonCommentCount } from '#features/comments/web/open-count.tsx';
import { UsedIn } from '#features/curricula/web/used-in.tsx';
import { LessonDatasets } from '#features/datasets/web/lesson-datasets.tsx';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { canDeleteLesson } from '#features/lessons/lessons.policy.ts';
import { FilesSection } from '#features/lessons/web/data-files/files-section.tsx';
import { SetupFilesSection } from '#features/lessons/web/data-files/setup-files-section.tsx';
import type { Present } from '#features/lessons/web/presence/use-presence.ts';
import type { CheckingEditor } from '#features/packages/web/use-checking.ts';
import { useFindDoubts } from '#features/preflight/web/api.ts';
import { OwnFindingCounts } from '#features/preflight/web/finding-counts.tsx';
import { mayDeploy } from '#features/publishing/deploys.policy.ts';
import { DeploySection } from '#features/publishing/web/deploys/deploy-section.tsx';
import { useDeletedToast } from '#features/trash/web/use-deleted-toast.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { DeleteLesson } from './delete-lesson.tsx';
import { ExportSection } from './export-section.tsx';
import { LessonChecking } from './lesson-checking.tsx';
import { LessonOutline } from './lesson-outline.tsx';
import { LessonReview } from './lesson-review.tsx';
import type { LessonTab } from './lesson-search.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';

interface LessonSectionsProps {
  lesson: Lesson;
  user: CurrentUser;
  editor: LessonEditor;
  checking: CheckingEditor;
  saving: LessonSaving;
  /** Names of everything on the page that is not saved. */
  unsaved: readonly string[];
  isReadOnly: boolean;
  /** The others in the lesson. */
  people: readonly Present[];
  onDeleted: () => void;
}

/** What the lesson page shows of a lesson that is imported, by tab. */
export function lessonPanels(props: LessonSectionsProps): Omit<Record<LessonTab, ReactNode>, 'settings' | 'history'> {
  return {
    screens: <ScreensTab {...props} />,
    packages: <PackagesTab {...props} />,
    review: <ReviewTab {...props} />,
  };
}

function ScreensTab({ lesson, user, isReadOnly, people }: LessonSectionsProps) {
  return (
    <>
      <PageSection
        title="Screens"
        actions={
          <>
            <LinkButton
              to="/lesson/$lessonId/comments"
              params={{ lessonId: lesson.id }}
              variant="default"
              size="xs"
              rightSection={<LessonCommentCount lessonId={lesson.id} />}
            >
              {COMMENT_MESSAGES.viewComments}
            </LinkButton>
            <LinkButton to="/lesson/$lessonId/tests" params={{ lessonId: lesson.id }} variant="default" size="xs">
              Test lesson
            </LinkButton>
            <LinkButton
              to="/lesson/$lessonId/preflight"
              params={{ lessonId: lesson.id }}
              variant="default"
              size="xs"
              rightSection={<OwnFindingCounts lessonId={lesson.id} />}
            >
              Preflight
            </LinkButton>
            <LinkButton to="/lesson/$lessonId/checks" params={{ lessonId: lesson.id }} variant="default" size="xs">
              Examine checks
            </LinkButton>
          </>
        }
      >
        <LessonOutline lessonId={lesson.id} isReadOnly={isReadOnly} people={people} />
      </PageSection>
      {user.external ? null : (
        <PageSection title="Used in">
          <UsedIn lessonId={lesson.id} />
        </PageSection>
      )}
    </>
  );
}

function PackagesTab({ lesson, user, editor, checking, saving, isReadOnly }: LessonSectionsProps) {
  const tellDeleted = useDeletedToast();
  return (
    <>
      <LessonChecking
        lesson={lesson}
        editor={editor}
        checking={checking}
        saving={saving}
        isExternal={user.external}
        isReadOnly={isReadOnly}
      />
      <PageSection title="Files">
        <FilesSection lesson={lesson} isReadOnly={isReadOnly} onDeleted={(file, item) => tellDeleted.dataFile(file, item, lesson)} />
      </PageSection>
      {isTerminal(lesson.language) ? (
        <PageSection title="Setup Files">
          <SetupFilesSection lesson={lesson} isReadOnly={isReadOnly} />
        </PageSection>
      ) : null}
      <PageSection title="Datasets">
        <LessonDatasets lessonId={lesson.id} isReadOnly={isReadOnly || user.external} />
      </PageSection>
    </>
  );
}

function ReviewTab({ lesson, user, saving, unsaved, onDeleted }: LessonSectionsProps) {
  const findDoubts = useFindDoubts(lesson.id);
  return (
    <>
      {lesson.is_main ? null : (
        <PageSection title="Review">
          <LessonReview lesson={lesson} isDirty={saving.isDirty} />
        </PageSection>
      )}
      <PageSection title="Deploy">
        <DeploySection lessonId={lesson.id} mayDeploy={mayDeploy(user, lesson)} unsaved={unsaved} findDoubts={findDoubts} />
      </PageSection>
      <PageSection title="Export">
        <ExportSection lesson={lesson} isDirty={saving.isDirty} />
      </PageSection>
      {canDeleteLesson(user, lesson) ? (
        <PageSection title="Delete">
          <DeleteLesson lesson={lesson} onDeleted={onDeleted} />
        </PageSection>
      ) : null}
    </>
  );
}
