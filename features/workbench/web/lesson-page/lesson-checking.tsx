import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { AnswerCheckingSection, hasAnswerChecking } from '#features/packages/web/answer-checking-section.tsx';
import { needsSaveForPackages } from '#features/packages/web/messages.ts';
import { PackagesSection } from '#features/packages/web/packages-section.tsx';
import type { CheckingEditor } from '#features/packages/web/use-checking.ts';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';

interface LessonCheckingProps {
  lesson: Lesson;
  editor: LessonEditor;
  checking: CheckingEditor;
  saving: LessonSaving;
  isExternal: boolean;
  isReadOnly: boolean;
}

/** Answer Checking and Packages, for lessons whose code runs. */
export function LessonChecking({ lesson, editor, checking, saving, isExternal, isReadOnly }: LessonCheckingProps) {
  const { language } = lesson;
  return (
    <>
      {hasAnswerChecking(language, isExternal) ? (
        <PageSection title="Answer Checking">
          <AnswerCheckingSection
            language={language}
            isExternal={isExternal}
            isReadOnly={isReadOnly}
            isCustom={checking.shown.custom_check_enabled}
            isLegacy={checking.shown.legacy_check_enabled}
            onCustom={(custom_check_enabled) => checking.wish({ custom_check_enabled })}
            onLegacy={(legacy_check_enabled) => checking.wish({ legacy_check_enabled })}
          />
        </PageSection>
      ) : null}
      {lesson.has_runner ? (
        <PageSection title="Packages">
          <PackagesSection
            lesson={lesson}
            checking={checking}
            isReadOnly={isReadOnly}
            onBuild={() => void saving.saveFirst(checking.build)}
            isSaving={editor.isSaving}
            isListOutdated={needsSaveForPackages(editor.fields, editor.isDirty)}
          />
        </PageSection>
      ) : null}
    </>
  );
}
