import { Button, Checkbox, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import { counted } from '#platform/contract/counted.ts';
import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import { FLAGS, type Flag, type OptionId, optionLabel, runsAfterText, screenName } from './code-options.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screens.module.css';

interface OptionsPanelProps {
  editing: ScreenEditing;
  lessonId: number;
  language: Language | null;
  /** The option that has the focus when the panel opens; null: the first one. */
  opened: OptionId | null;
  /** Opens the dialog with the code that runs first. */
  onRunsAfter: () => void;
  /** Shows the output, where it is decided whether it is checked. */
  onOutput: () => void;
}

/** All options of a code screen, each with what it does. */
export function OptionsPanel(props: OptionsPanelProps) {
  const { editing, language, opened, onRunsAfter, onOutput } = props;
  const flag = (id: Flag) => <FlagOption key={id} id={id} {...props} />;
  const at = (id: OptionId) => (opened === id ? { 'data-autofocus': true } : {});
  return (
    <div className={layout.wideStack} role="group" aria-label="Options of the code screen">
      <section className={layout.stack} aria-label="Running">
        <Text component="h2" className={classes.optionGroup ?? ''}>
          Running
        </Text>
        {language !== null && (
          <div className={classes.option}>
            <Button size="compact-sm" variant="default" onClick={onRunsAfter} {...at('runs_after')}>
              {optionLabel('runs_after')}: {runsAfterText(editing.fields.runs_after)}
            </Button>
            <span className={layout.note}>Code of earlier screens that runs before this screen’s code.</span>
          </div>
        )}
        {language !== null && <StartsFromOption {...props} {...at('starts_from')} />}
        {flag('should_run_display_code')}
        {flag('run_and_deploy')}
        {editing.hasRemoteRun && flag('remote_run_only')}
      </section>
      <section className={layout.stack} aria-label="Checking">
        <Text component="h2" className={classes.optionGroup ?? ''}>
          Checking
        </Text>
        <div className={classes.option}>
          <Button size="compact-sm" variant="default" onClick={onOutput} {...at('check_output')}>
            {optionLabel('check_output')}: {editing.answer.checkOutput ? 'on' : 'off'}
          </Button>
          <span className={layout.note}>Learners’ output must match that of the answer. You decide it beside the output of a run.</span>
        </div>
        {(['error_okay', 'dynamic_answer', 'is_experimental', 'initially_passing'] as const).map(flag)}
        {language !== null && <SolutionOption {...props} {...at('solution_after')} />}
      </section>
    </div>
  );
}

interface FlagOptionProps extends OptionsPanelProps {
  id: Flag;
}

function FlagOption({ id, editing, language, opened }: FlagOptionProps) {
  const { fields, edit, isReadOnly, isSaving, hasRemoteRun, toggleRemoteRun } = editing;
  const set = (isOn: boolean) => (id === 'run_and_deploy' ? toggleRemoteRun(isOn, defaultRemoteRunCode(language)) : edit({ [id]: isOn }));
  return (
    <Checkbox
      label={optionLabel(id)}
      description={FLAGS[id]}
      checked={id === 'run_and_deploy' ? hasRemoteRun : fields[id]}
      disabled={isReadOnly}
      aria-disabled={isSaving || undefined}
      onChange={(event) => !isReadOnly && !isSaving && set(event.currentTarget.checked)}
      {...(opened === id && { 'data-autofocus': true })}
    />
  );
}

/** The script that Run and Deploy starts with when it is switched on. */
function defaultRemoteRunCode(language: Language | null): string {
  const comment = language === null ? '#' : LANGUAGES[language].comment;
  return `${comment} This script starts the application of this screen.\n`;
}

interface ChoiceProps extends Pick<OptionsPanelProps, 'editing' | 'lessonId'> {
  'data-autofocus'?: boolean;
}

/** The earlier code screen whose answer takes the place of the initial code. */
function StartsFromOption({ editing, lessonId, 'data-autofocus': hasFocus }: ChoiceProps) {
  const { fields, edit, isReadOnly, isSaving, screenId } = editing;
  const screens = useQuery(screenNamesQuery(lessonId)).data ?? [];
  const chosen = fields.starts_from;
  const own = screens.find(({ id }) => id === screenId);
  const offered = screens.filter(({ type, sequence }) => type === 'code' && own !== undefined && sequence < own.sequence);
  if (chosen === null && offered.length === 0) return null;
  const isOffered = chosen === null || offered.some(({ uuid }) => uuid === chosen);
  return (
    <NativeSelect
      label={optionLabel('starts_from')}
      description="Learners continue from the answer of an earlier screen, or their own code if they have solved it."
      value={chosen ?? ''}
      disabled={isReadOnly}
      data-autofocus={hasFocus}
      data={[
        { value: '', label: 'Its own initial code' },
        ...offered.map((screen) => ({ value: screen.uuid, label: screenName(screen) })),
        ...(isOffered ? [] : [{ value: chosen, label: missingName(screens, chosen) }]),
      ]}
      onChange={({ currentTarget: { value } }) => !isSaving && edit({ starts_from: value === '' ? null : value })}
    />
  );
}

function missingName(screens: readonly ListedScreen[], uuid: string): string {
  const found = screens.find((each) => each.uuid === uuid);
  return found ? `${screenName(found)} (not an earlier code screen)` : 'a deleted screen';
}

const OFFERED = [1, 2, 3, 5, 10];

/** After how many tries learners can see the answer of a screen. */
function SolutionOption({ editing: { fields, edit, isReadOnly, isSaving }, 'data-autofocus': hasFocus }: ChoiceProps) {
  const { solution_after: after } = fields;
  const numbers = after === null ? OFFERED : [...new Set([...OFFERED, after])].toSorted((one, other) => one - other);
  return (
    <NativeSelect
      label={optionLabel('solution_after')}
      description="When learners can compare their code with the answer code."
      value={after ?? ''}
      disabled={isReadOnly}
      data-autofocus={hasFocus}
      data={[
        { value: '', label: 'Never shown' },
        ...numbers.map((number) => ({ value: String(number), label: counted(number, 'try', 'tries') })),
      ]}
      onChange={({ currentTarget: { value } }) => !isSaving && edit({ solution_after: value === '' ? null : Number(value) })}
    />
  );
}
