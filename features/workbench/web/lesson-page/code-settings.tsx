import { ActionIcon, Checkbox, Input, MultiSelect, NumberInput, Select, Slider, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Feature, LanguageName, LanguageVersionName, LessonMode } from '#features/lessons/contract/lessons.ts';
import { longestTimeLimit, RUNNER_FEATURES } from '#features/lessons/lessons.policy.ts';
import { languageOptions, NO_CODE } from '#features/lessons/web/language-options.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { runnerFeaturesQuery, runnerLanguagesQuery } from '#features/lessons/web/queries.ts';
import { whyCannotRun } from '#features/runs/web/why-cannot-run.ts';
import { canCheckCustom, canShowLastValue, isQuery, isTerminal, versionChoices, versionFor } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { NumberListInput } from '#platform/web/ui/number-list-input.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import { featureNotes, hasFeatures, hasPorts, hasTimeout } from './settings-rules.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './lesson-page.module.css';

/** The value of the language field for a lesson without code. */
const MAX_ROWS_HINT = 'Maximum number of rows to display in the query result';

/** The value of the version field for a lesson that leaves its version to the runner. */
const ANY_VERSION = 'any';

const LESSON_MODES: { value: LessonMode; label: string }[] = [
  { value: 'default', label: 'Default: learners write code' },
  { value: 'filescreen', label: 'Filescreen: learners edit a file' },
];

interface CodeSettingsProps {
  editor: LessonEditor;
  saving: LessonSaving;
  /** Who edits: long time limits take staff. */
  actor: Pick<Actor, 'role'>;
  isReadOnly: boolean;
}

/** The settings of the code of a lesson, which depend on its language and features. */
export function CodeSettings({ editor, saving, actor, isReadOnly }: CodeSettingsProps) {
  const { fields, base, edit, fieldErrors } = editor;
  const longest = longestTimeLimit(actor, base);
  const isLong = (feature: Feature) => feature === 'Long-running code' && longest < LIMITS.longRunSeconds;
  const { data: runnable = { versions: {}, reason: null } } = useQuery(runnerLanguagesQuery);
  const setLanguage = (value: string | null) => {
    const language = value === null || value === NO_CODE ? null : LanguageName.parse(value);
    edit({ language, language_version: versionFor(language, base.language_version, runnable.versions) });
  };
  const needsRunner = fields.enabled_features.some((feature) => RUNNER_FEATURES.includes(feature));
  const offered = useQuery({ ...runnerFeaturesQuery, enabled: needsRunner });
  const notes = featureNotes(fields, offered.data);
  const versions = versionChoices(fields.language, runnable.versions, fields.language_version);
  return (
    <>
      {hasFeatures(fields) ? (
        <MultiSelect
          label={FIELD_LABELS.enabled_features}
          description={notes.length > 0 ? notes.join(' ') : undefined}
          data={Feature.options.map((feature) => ({ value: feature, label: feature, disabled: isLong(feature) }))}
          value={fields.enabled_features}
          readOnly={isReadOnly}
          error={fieldErrors['enabled_features']}
          onChange={(features) => edit({ enabled_features: features.map((feature) => Feature.parse(feature)) })}
        />
      ) : null}
      <Select
        label={FIELD_LABELS.language}
        data={languageOptions('None, a lesson without code')}
        value={fields.language ?? NO_CODE}
        allowDeselect={false}
        readOnly={isReadOnly}
        error={fieldErrors['language']}
        onChange={setLanguage}
      />
      {fields.language === base.language || base.language === null ? null : (
        <div className={layout.allColumns}>
          <Banner kind="warning">
            {MESSAGES.languageChange} {MESSAGES.languageDiscards}
            {canCheckCustom(fields.language) || !canCheckCustom(base.language) ? null : ` ${MESSAGES.languageDiscardsCustom}`}
          </Banner>
        </div>
      )}
      {versions.length > 0 ? (
        <Select
          label={FIELD_LABELS.language_version}
          description={whyCannotRun(fields, runnable) ?? undefined}
          data={[...versions, { value: ANY_VERSION, label: MESSAGES.anyVersion }]}
          value={fields.language_version ?? ANY_VERSION}
          allowDeselect={false}
          readOnly={isReadOnly}
          error={fieldErrors['language_version']}
          onChange={(version) => edit({ language_version: version === ANY_VERSION ? null : LanguageVersionName.parse(version) })}
        />
      ) : null}
      {hasTimeout(fields) ? (
        <NumberInput
          label={FIELD_LABELS.code_run_timeout}
          suffix=" s"
          placeholder={`${LIMITS.timeoutSecondsDefault} s, the default`}
          min={LIMITS.timeoutSecondsMin}
          max={longest}
          description={longest < LIMITS.timeoutSecondsMax ? MESSAGES.longestTimeLimit(longest) : undefined}
          allowDecimal={false}
          allowNegative={false}
          value={fields.code_run_timeout ?? ''}
          readOnly={isReadOnly}
          error={fieldErrors['code_run_timeout']}
          onChange={(timeout) => edit({ code_run_timeout: typeof timeout === 'number' ? timeout : null })}
        />
      ) : null}
      {isQuery(fields.language) ? (
        <Input.Wrapper
          labelElement="div"
          label={
            <span className={classes.hinted}>
              {`${FIELD_LABELS.sql_max_rows}: ${fields.sql_max_rows}`}
              <Tooltip label={MAX_ROWS_HINT} events={{ hover: true, focus: true, touch: true }}>
                <ActionIcon size={24} aria-label={MAX_ROWS_HINT}>
                  <IconInfoCircle size={15} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </span>
          }
          error={fieldErrors['sql_max_rows']}
        >
          <Slider
            thumbLabel="Max rows"
            min={LIMITS.sqlMaxRowsMin}
            max={LIMITS.sqlMaxRowsMax}
            value={fields.sql_max_rows}
            disabled={isReadOnly}
            onChange={(rows) => edit({ sql_max_rows: rows })}
          />
        </Input.Wrapper>
      ) : null}
      {fields.language === null || isTerminal(fields.language) ? null : (
        <Select
          label={FIELD_LABELS.mode}
          description={fields.mode === 'filescreen' ? MESSAGES.filescreenHint : undefined}
          data={LESSON_MODES}
          value={fields.mode}
          allowDeselect={false}
          readOnly={isReadOnly}
          error={fieldErrors['mode']}
          onChange={(mode) => edit({ mode: LessonMode.parse(mode) })}
        />
      )}
      {fields.language === null ? null : (
        <Checkbox
          label={FIELD_LABELS.show_expected_values}
          description={MESSAGES.expectedValuesHint}
          checked={fields.show_expected_values}
          disabled={isReadOnly}
          onChange={(event) => edit({ show_expected_values: event.currentTarget.checked })}
        />
      )}
      {canShowLastValue(fields.language) ? (
        <Checkbox
          label={FIELD_LABELS.show_last_value}
          description={MESSAGES.lastValueHint}
          checked={fields.show_last_value}
          disabled={isReadOnly}
          onChange={(event) => edit({ show_last_value: event.currentTarget.checked })}
        />
      ) : null}
      {hasPorts(fields) ? (
        <NumberListInput
          label={FIELD_LABELS.app_ports ?? ''}
          placeholder={MESSAGES.portsHint}
          values={fields.app_ports}
          onChange={(app_ports) => edit({ app_ports })}
          pending={saving.unfinished.texts.app_ports ?? ''}
          onPending={(text) => saving.unfinished.type('app_ports', text)}
          min={1}
          max={65_535}
          maxCount={20}
          isReadOnly={isReadOnly}
          error={fieldErrors['app_ports']}
        />
      ) : null}
    </>
  );
}
