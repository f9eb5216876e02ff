import { Button, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { ShortField } from '#features/screens/web/screen-fields.ts';
import { counted } from '#platform/contract/counted.ts';
import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import { ExplainedCheckbox } from '#platform/web/ui/explained-checkbox.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { useConnection } from '#platform/web/use-connection.ts';
import { SolutionOption } from './solution-option.tsx';
import type { ScreenEditing } from './use-screen-editing.ts';
import classes from './screens.module.css';

interface ScreenOptions {
  editing: ScreenEditing;
  lessonId: number;
  language: Language | null;
}

interface CodeOptionsProps extends Omit<ScreenOptions, 'lessonId'> {
  /** Opens the dialog with the code that runs first. */
  onRunsAfter: () => void;
}

const loadRunsAfterDialog = () => import('./runs-after-dialog.tsx');

const FLAGS = [
  { field: 'is_experimental', help: 'The results of the checks are shown, and never keep the learner from going on.' },
  { field: 'error_okay', help: 'Code that ends with an error can still pass: an error alone doesn’t fail the screen.' },
  {
    field: 'dynamic_answer',
    help: 'The answer runs again with each submission, for results that change, such as random numbers or today’s date.',
  },
] as const satisfies readonly { field: ShortField; help: string }[];

interface ScreenFooterProps extends ScreenOptions {
  /** False: only what must be read at once is shown, and the options are behind {@link CodeOptionsButton}. */
  isRoomy: boolean;
  /** More for the status line. */
  status: ReactNode;
}

/** The footer of a screen: on code screens their options, and a status line for what needs no action. */
export function ScreenFooter({ isRoomy, status, ...options }: ScreenFooterProps) {
  const { foreignSave, isSaving, fields } = options.editing;
  const connection = useConnection();
  const runsAfter = useRunsAfter(options);
  if (!isRoomy && foreignSave === null) return null;
  return (
    <footer className={classes.footer} data-busy={isSaving}>
      {isRoomy && fields.type === 'code' && <CodeOptions {...options} onRunsAfter={runsAfter.open} />}
      {runsAfter.dialog}
      <div className={classes.status}>
        {isRoomy && connection !== 'online' && <span>{CONNECTION[connection]} Your changes are kept in this browser.</span>}
        {foreignSave && (
          <span role="status">{foreignSave.by} just saved this screen. Your changes are safe and will be merged when you save.</span>
        )}
        {isRoomy && status}
      </div>
    </footer>
  );
}

const CONNECTION = {
  offline: 'You’re offline.',
  'signed-out': 'You’re signed out.',
  unreachable: 'The server can’t be reached.',
} as const;

/** The options of a code screen behind a button, where a footer would take the place of text. */
export function CodeOptionsButton(props: ScreenOptions) {
  const [isShown, setShown] = useState(false);
  // Outside of the popover, which closes when the dialog opens.
  const runsAfter = useRunsAfter(props);
  function openRunsAfter() {
    setShown(false);
    runsAfter.open();
  }
  return (
    <>
      {runsAfter.dialog}
      <Popover opened={isShown} onChange={setShown} position="bottom-end" withinPortal={false} trapFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            flex="none"
            onClick={() => setShown(!isShown)}
            leftSection={<IconAdjustmentsHorizontal size={15} aria-hidden />}
          >
            Options
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Options" className={classes.options ?? ''}>
          <CodeOptions {...props} onRunsAfter={openRunsAfter} />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

function useRunsAfter({ editing, lessonId, language }: ScreenOptions) {
  const [isOpen, setOpen] = useState(false);
  const props = { editing, lessonId, language, onClose: () => setOpen(false) };
  return { open: () => setOpen(true), dialog: isOpen && <OnDemand load={loadRunsAfterDialog} props={props} /> };
}

function runsAfterText(runsAfter: ScreenFields['runs_after']): string {
  if (runsAfter === 'all') return 'all earlier code screens';
  return runsAfter === null || runsAfter.length === 0 ? 'nothing' : counted(runsAfter.length, 'screen');
}

function CodeOptions({ editing, language, onRunsAfter }: CodeOptionsProps) {
  const { fields, edit, isReadOnly, isSaving } = editing;
  const isLocked = isReadOnly || isSaving;
  return (
    <div className={classes.flags} role="group" aria-label="Options of the code screen">
      {FLAGS.map(({ field, help }) => (
        <ExplainedCheckbox
          key={field}
          label={SCREEN_FIELD_LABELS[field]}
          help={help}
          checked={fields[field]}
          disabled={isReadOnly}
          aria-disabled={isSaving || undefined}
          onChange={(event) => !isLocked && edit({ [field]: event.currentTarget.checked })}
        />
      ))}
      <ExplainedCheckbox
        label="Run and Deploy"
        help="Running this screen starts an application, such as a web page or an API. Its script is under More, Remote run code."
        checked={editing.hasRemoteRun}
        disabled={isReadOnly}
        aria-disabled={isSaving || undefined}
        onChange={(event) => !isLocked && editing.toggleRemoteRun(event.currentTarget.checked, defaultRemoteRunCode(language))}
      />
      {language !== null && (
        <Button
          size="compact-sm"
          variant="default"
          title="Code of earlier screens that runs before this screen’s code."
          onClick={onRunsAfter}
        >
          {SCREEN_FIELD_LABELS.runs_after}: {runsAfterText(fields.runs_after)}
        </Button>
      )}
      {language !== null && <SolutionOption editing={editing} />}
    </div>
  );
}

/** The script that Run and Deploy starts with when it is switched on. */
function defaultRemoteRunCode(language: Language | null): string {
  const comment = language === null ? '#' : LANGUAGES[language].comment;
  return `${comment} This script starts the application of this screen.\n`;
}
