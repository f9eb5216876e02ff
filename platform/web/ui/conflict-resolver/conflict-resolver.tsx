import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ConflictDetails } from '#platform/contract/errors.ts';
import { ErrorBanner } from '../banner.tsx';
import { Dialog } from '../dialog.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import { useWasOpened } from '../use-was-opened.ts';
import { saveConflictIntro } from './conflict-intro.ts';
import { FieldResolver } from './field-resolver.tsx';
import { regionsOf, resolvedValue, sidesOfPeople, UNDECIDED, type Resolution, type SideNames } from './resolution.ts';
import classes from './conflict-resolver.module.css';

/** Both versions of the conflicting fields; `revision` distinguishes conflicts. */
type Conflict = Pick<ConflictDetails, 'base' | 'mine' | 'theirs' | 'changed_by'> & { revision: number | string | null };

interface ConflictResolverProps {
  /** Null: closed. */
  details: Conflict | null;
  title?: string;
  /** What happened, in a sentence. Default: another person saved. */
  intro?: string | undefined;
  /** Default: mine, and those of the person who saved. */
  names?: SideNames;
  /** The display name of a field. */
  fieldLabel: (field: string) => string;
  isBusy?: boolean;
  /** Why saving the result failed; the decisions are kept. */
  error?: string | null;
  /** The conflicting fields with their resolved values. */
  onResolve: (fields: Record<string, unknown>) => void;
  /** Closes the dialog; the unsaved edits stay on the page. */
  onClose: () => void;
}

/** Shows both versions of conflicting fields side by side to choose mine, theirs, both, or another text. Nothing is discarded unseen. */
export function ConflictResolver({ details, ...props }: ConflictResolverProps) {
  useReturnFocus(details !== null);
  if (!useWasOpened(details !== null)) return null;
  return (
    <Dialog opened={details !== null} onClose={props.onClose} title={props.title ?? 'Conflicting changes'} size="min(1100px, 96vw)">
      {details ? <Resolver key={details.revision} details={details} {...props} /> : null}
    </Dialog>
  );
}

function Resolver({
  details,
  intro,
  names = sidesOfPeople(details.changed_by),
  fieldLabel,
  isBusy = false,
  error = null,
  onResolve,
  onClose,
}: ConflictResolverProps & { details: Conflict }) {
  const [resolutions, setResolutions] = useState<Record<string, Resolution>>({});
  const fields = useMemo(
    () =>
      Object.keys(details.mine).map((field) => {
        const versions = { base: details.base[field], mine: details.mine[field], theirs: details.theirs[field] };
        return { field, versions, regions: regionsOf(versions) };
      }),
    [details],
  );
  const results = fields.map(({ field, versions, regions }) => resolvedValue(versions, regions, resolutions[field] ?? UNDECIDED));
  const undecided = results.filter((result) => result === undefined).length;
  const save = () => onResolve(Object.fromEntries(fields.map(({ field }, index) => [field, results[index]])));
  return (
    <Stack gap="md">
      <ErrorBanner text={error} />
      <Text size="sm">{intro ?? saveConflictIntro(details.changed_by)}</Text>
      {fields.map(({ field, versions, regions }) => (
        <FieldResolver
          key={field}
          label={fieldLabel(field)}
          versions={versions}
          regions={regions}
          names={names}
          resolution={resolutions[field] ?? UNDECIDED}
          onChange={(resolution) => setResolutions((all) => ({ ...all, [field]: resolution }))}
        />
      ))}
      <div className={classes.footer}>
        <Text size="xs" c="dimmed" role="status">
          {undecided === 0 ? 'All conflicts are resolved.' : `${undecided} ${undecided === 1 ? 'field' : 'fields'} left to decide.`}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Back to the page
          </Button>
          <Button onClick={save} disabled={undecided > 0} loading={isBusy}>
            Save the result
          </Button>
        </Group>
      </div>
    </Stack>
  );
}
