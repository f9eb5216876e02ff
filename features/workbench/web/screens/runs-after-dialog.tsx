import { Badge, Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { screenTextsQuery } from '#features/lessons/web/queries.ts';
import { earlierCode, missingScreens } from '#features/runs/earlier-code.policy.ts';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import type { Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import { isTerminal, type Language, leavesOf } from '#platform/contract/languages.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { SCREEN_MESSAGES } from './messages.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screens.module.css';

interface RunsAfterDialogProps {
  editing: ScreenEditing;
  lessonId: number;
  language: Language | null;
  onClose: () => void;
}

type RunsAfter = ScreenFields['runs_after'];

/** Chooses which code of earlier screens runs before a screen, and shows that code. Open while rendered. */
export default function RunsAfterDialog({ editing, lessonId, language, onClose }: RunsAfterDialogProps) {
  const { fields, edit, isReadOnly, isSaving, screenId } = editing;
  const screens = useQuery(screenTextsQuery(lessonId));
  const stored = screens.data?.find(({ id }) => id === screenId);
  const runsAfter = fields.runs_after;
  // An empty choice is stored as none, but stays open.
  const [isChoosing, setChoosing] = useState(Array.isArray(runsAfter));
  const isLocked = isReadOnly || isSaving;
  const set = (next: RunsAfter) => !isLocked && edit({ runs_after: next });

  function choose(mode: string) {
    if (isLocked) return;
    setChoosing(mode === 'chosen');
    set(mode === 'all' ? 'all' : null);
  }

  return (
    <TaskDialog title={SCREEN_FIELD_LABELS.runs_after} size="xl" isRunning={false} onClose={onClose}>
      <Stack>
        <Radio.Group
          label="Before the code of this screen"
          description={`The output of earlier screens isn’t shown.${isTerminal(language) ? ' A terminal that is open changes when you restart it.' : ''}`}
          value={isChoosing ? 'chosen' : runsAfter === 'all' ? 'all' : 'nothing'}
          onChange={choose}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="nothing"
              label="Run nothing"
              description={`The code can’t use what earlier code makes: ${leavesOf(language) ?? 'names'}.`}
              disabled={isReadOnly}
            />
            <Radio
              value="all"
              label="Run all earlier code screens"
              description="Their answers run in order, including those of screens that you add or move."
              disabled={isReadOnly}
            />
            <Radio value="chosen" label="Run chosen screens" disabled={isReadOnly} />
          </Stack>
        </Radio.Group>
        <ErrorBanner text={screens.isError ? failureText(screens.error, SCREEN_MESSAGES.screensNotLoaded) : null} />
        {screens.data && stored ? (
          <>
            {isChoosing ? (
              <ScreenChoice
                screens={screens.data}
                own={stored}
                chosen={Array.isArray(runsAfter) ? runsAfter : []}
                isReadOnly={isReadOnly}
                onChange={(uuids) => set(uuids.length === 0 ? null : uuids)}
              />
            ) : null}
            <CodeThatRuns
              screens={screens.data}
              lessonId={lessonId}
              codes={earlierCode(language, screens.data.map(withFields), { uuid: stored.uuid, fields: { runs_after: runsAfter } })}
            />
          </>
        ) : null}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </TaskDialog>
  );
}

/** A screen on the wire has its fields beside its id. */
function withFields(screen: Screen) {
  return { uuid: screen.uuid, fields: screen };
}

const titleOf = ({ sequence, title }: Pick<Screen, 'sequence' | 'title'>) =>
  `Screen ${sequence}${title.trim() === '' ? '' : `: ${title.trim()}`}`;

interface ScreenChoiceProps {
  screens: readonly Screen[];
  own: Screen;
  chosen: readonly string[];
  isReadOnly: boolean;
  onChange: (uuids: string[]) => void;
}

/** The code screens before this one, and later ones that were chosen before they were moved. */
function ScreenChoice({ screens, own, chosen, isReadOnly, onChange }: ScreenChoiceProps) {
  const offered = screens.filter(
    ({ uuid, type, sequence }) => uuid !== own.uuid && (chosen.includes(uuid) || (type === 'code' && sequence < own.sequence)),
  );
  const options = [
    ...offered.map((screen) => ({ uuid: screen.uuid, label: titleOf(screen) })),
    ...missingScreens([...chosen], screens).map((uuid) => ({ uuid, label: 'A deleted screen' })),
  ];
  if (options.length === 0) return <Text size="sm">No code screen comes before this one.</Text>;
  return (
    <Stack gap="xs" role="group" aria-label="Chosen screens" pl="lg">
      {options.map(({ uuid, label }) => (
        <Checkbox
          key={uuid}
          label={label}
          checked={chosen.includes(uuid)}
          disabled={isReadOnly}
          onChange={(event) => {
            const isWanted = event.currentTarget.checked;
            onChange(options.map((each) => each.uuid).filter((each) => (each === uuid ? isWanted : chosen.includes(each))));
          }}
        />
      ))}
    </Stack>
  );
}

interface CodeThatRunsProps {
  screens: readonly Screen[];
  lessonId: number;
  codes: ReturnType<typeof earlierCode>;
}

function CodeThatRuns({ screens, lessonId, codes }: CodeThatRunsProps) {
  return (
    <section aria-label="Code that runs first">
      <Text component="h3" fw={600} size="sm" mb="2xs">
        Code that runs first
      </Text>
      {codes.length === 0 ? (
        <Text size="sm" c="dimmed">
          No code runs before this screen’s code.
        </Text>
      ) : (
        <ol className={`${layout.wideStack} ${layout.plainList}`}>
          {codes.map(({ uuid, code, may_fail }, index) => {
            const screen = screens.find((each) => each.uuid === uuid);
            if (!screen) return null;
            return (
              <li key={`${uuid} ${index}`}>
                <Group gap="xs" mb="3xs">
                  <TextLink to="/lesson/$lessonId/screen/$screenId" params={{ lessonId, screenId: String(screen.id) }} size="sm">
                    {titleOf(screen)}
                  </TextLink>
                  {may_fail ? (
                    <Badge variant="light" color="draft">
                      Error Okay
                    </Badge>
                  ) : null}
                </Group>
                <pre className={classes.earlierCode} {...KEYBOARD_SCROLL} aria-label={`Code of ${titleOf(screen)}`}>
                  {code.trimEnd()}
                </pre>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
