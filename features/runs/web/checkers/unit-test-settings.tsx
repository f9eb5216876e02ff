import { NativeSelect, TextInput } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { CHECK_LANGUAGE } from '#platform/contract/languages.ts';
import {
  UNIT_FRAMEWORK_LABELS,
  UNIT_MODULE,
  UNIT_SHOWS_LABELS,
  type UnitFramework,
  type UnitShows,
  unitFrameworksOf,
  unitTestsOf,
} from '#platform/contract/unit-tests.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { CHECKER_MESSAGES } from './messages.ts';
import classes from './checkers.module.css';

type UnitFields = Pick<ScreenFields, 'unit_test_framework' | 'unit_test_module' | 'unit_test_shows'>;

interface UnitTestSettingsProps {
  lesson: Pick<Lesson, 'language' | 'packages'>;
  fields: UnitFields;
  /** The text of the tests, which editors hold: typing renders nothing here. */
  tests: { read: () => string; watch: (listener: () => void) => () => void };
  isReadOnly: boolean;
  onEdit: (change: Partial<UnitFields>) => void;
}

/** The framework of unit tests, the file that they import, and what learners see of a failure. */
export default function UnitTestSettings({ lesson, fields, tests, isReadOnly, onEdit }: UnitTestSettingsProps) {
  const { language, packages } = lesson;
  const guess = (framework: UnitFramework | null, module: string) => {
    const plan = unitTestsOf(language, { unit_test_code: tests.read(), unit_test_framework: framework, unit_test_module: module });
    return plan === null ? '' : `${plan.framework} ${plan.module ?? ''}`;
  };
  // As texts, because a snapshot has to be equal while nothing changes.
  const guessed = useSyncExternalStore(tests.watch, () => guess(null, ''));
  const [framework, module] = guessed.split(' ') as [UnitFramework | '', string?];
  const chosen = fields.unit_test_framework ?? framework;
  const isUnknown = guessed !== '' && module === '' && fields.unit_test_module === '';
  return (
    <section className={classes.unit} aria-label="Settings of the unit tests">
      <div className={classes.unitFields}>
        <NativeSelect
          label="Framework"
          disabled={isReadOnly}
          value={fields.unit_test_framework ?? ''}
          data={[
            { value: '', label: framework === '' ? 'Automatic' : `Automatic: ${UNIT_FRAMEWORK_LABELS[framework]}` },
            ...unitFrameworksOf(language).map((value) => ({ value, label: UNIT_FRAMEWORK_LABELS[value] })),
          ]}
          onChange={(event) => onEdit({ unit_test_framework: (event.currentTarget.value || null) as UnitFramework | null })}
        />
        <TextInput
          label="File of the submission"
          spellCheck={false}
          readOnly={isReadOnly}
          placeholder={module === undefined || module === '' ? '' : `Automatic: ${module}`}
          value={fields.unit_test_module}
          error={UNIT_MODULE.test(fields.unit_test_module) ? undefined : CHECKER_MESSAGES.badUnitModule}
          onChange={(event) => onEdit({ unit_test_module: event.currentTarget.value.trim() })}
        />
        <NativeSelect
          label="When a test fails, learners see"
          disabled={isReadOnly}
          value={fields.unit_test_shows}
          data={Object.entries(UNIT_SHOWS_LABELS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onEdit({ unit_test_shows: event.currentTarget.value as UnitShows })}
        />
      </div>
      {isUnknown && <Banner kind="warning">{CHECKER_MESSAGES.noUnitModule}</Banner>}
      {chosen === 'pytest' && lacksPytest(lesson.language, packages) && <Banner kind="warning">{CHECKER_MESSAGES.noPytest}</Banner>}
    </section>
  );
}

/** Lessons without packages of their own have pytest. */
function lacksPytest(language: Lesson['language'], packages: Lesson['packages']): boolean {
  const own = packages.filter(({ name }) => name !== 'pycheck');
  return language === CHECK_LANGUAGE && own.length > 0 && own.every(({ name }) => name.toLowerCase() !== 'pytest');
}
