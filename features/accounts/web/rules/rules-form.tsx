import { Button, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { APPROVALS_MAX, type InstallationRules, TOKEN_DAYS_MAX } from '../../contract/rules.ts';
import { staffQuery } from '../people/api.ts';
import { useChangeRules, useEndedTokens } from './api.ts';
import { changedRules, endsTokens } from './changed-rules.ts';
import { MESSAGES } from './messages.ts';

interface RulesFormProps {
  /** As they are stored. */
  rules: InstallationRules;
  /** What the content repository says of merges. */
  mergeNote: ReactNode;
  /** Which language model is set. */
  modelNote: ReactNode;
}

/** The groups of the form. */
export const RULE_GROUPS = ['Signing in', 'Merging releases', 'Assistants', 'Language model'] as const;

/** The rules of the installation, with one Save. */
export function RulesForm({ rules, mergeNote, modelNote }: RulesFormProps) {
  const [draft, setDraft] = useState<Partial<InstallationRules>>({});
  const change = useChangeRules();
  const ended = useEndedTokens();
  const [isAsked, setAsked] = useState(false);
  const shown: InstallationRules = { ...rules, ...draft };
  const changed = changedRules(rules, shown);
  const isChanged = Object.keys(changed).length > 0;
  const set = (part: Partial<InstallationRules>): void => setDraft((known) => ({ ...known, ...part }));
  const save = (): void =>
    change.mutate(changed, {
      onSuccess: () => {
        setDraft({});
        setAsked(false);
        showResult(MESSAGES.saved);
      },
    });
  const submit = (): void => {
    if (!endsTokens(rules, changed)) return save();
    ended.mutate(changed.token_days ?? TOKEN_DAYS_MAX, { onSuccess: ({ tokens }) => (tokens === 0 ? save() : setAsked(true)) });
  };

  return (
    <form
      aria-label="Rules"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !change.isPending && !ended.isPending) submit();
      }}
    >
      <Stack gap="lg">
        <PageSection title={RULE_GROUPS[0]}>
          <Switch
            label={MESSAGES.secondFactor}
            description={MESSAGES.secondFactorHint}
            checked={shown.second_factor_required}
            onChange={(event) => set({ second_factor_required: event.currentTarget.checked })}
          />
          <PeopleWithout />
          <OptionalNumber
            label={MESSAGES.tokens}
            hint={MESSAGES.tokensHint}
            suffix=" days"
            placeholder="Never"
            least={1}
            most={TOKEN_DAYS_MAX}
            value={shown.token_days}
            onChange={(token_days) => set({ token_days })}
          />
        </PageSection>
        <PageSection title={RULE_GROUPS[1]}>
          <OptionalNumber
            label={MESSAGES.approvals}
            hint={MESSAGES.approvalsHint}
            placeholder="1"
            least={0}
            most={APPROVALS_MAX}
            value={shown.approvals}
            onChange={(approvals) => set({ approvals })}
          />
          <Switch
            label={MESSAGES.preflight}
            description={MESSAGES.preflightHint}
            checked={shown.preflight_required}
            onChange={(event) => set({ preflight_required: event.currentTarget.checked })}
          />
          <Switch
            label={MESSAGES.tests}
            description={MESSAGES.testsHint}
            checked={shown.tests_required}
            onChange={(event) => set({ tests_required: event.currentTarget.checked })}
          />
          {mergeNote}
        </PageSection>
        <PageSection title={RULE_GROUPS[2]}>
          <Switch
            label={MESSAGES.assistants}
            description={MESSAGES.assistantsHint}
            checked={shown.assistants_allowed}
            onChange={(event) => set({ assistants_allowed: event.currentTarget.checked })}
          />
        </PageSection>
        <PageSection title={RULE_GROUPS[3]}>{modelNote}</PageSection>
        {ended.isError ? <ErrorBanner text={errorText(ended.error, MESSAGES.countFailed)} /> : null}
        {change.isError && !isAsked ? <ErrorBanner text={errorText(change.error, MESSAGES.saveFailed)} /> : null}
        <div>
          <Button type="submit" disabled={!isChanged} loading={change.isPending || ended.isPending}>
            Save rules
          </Button>
        </div>
      </Stack>
      <ConfirmDialog
        isOpen={isAsked}
        title={MESSAGES.confirmTitle}
        text={MESSAGES.confirm(ended.data?.tokens ?? 0, ended.data?.people ?? 0)}
        confirmLabel="Save rules"
        isDanger
        isBusy={change.isPending}
        error={change.isError ? errorText(change.error, MESSAGES.saveFailed) : null}
        onConfirm={save}
        onClose={() => {
          setAsked(false);
          change.reset();
        }}
      />
    </form>
  );
}

/** Who would be asked for a second factor at the next sign-in. */
function PeopleWithout() {
  const staff = useQuery(staffQuery);
  if (!staff.data) return null;
  const without = staff.data.filter((person) => person.has_joined && person.signs_in_by === 'password' && !person.has_second_factor);
  return (
    <Text size="sm" c="dimmed">
      {MESSAGES.without(without.map(({ name, email }) => name ?? email))}
    </Text>
  );
}

interface OptionalNumberProps {
  label: string;
  hint: string;
  suffix?: string;
  placeholder: string;
  least: number;
  most: number;
  value: number | null;
  onChange: (value: number | null) => void;
}

function OptionalNumber({ label, hint, suffix = '', placeholder, least, most, value, onChange }: OptionalNumberProps) {
  return (
    <NumberInput
      maw={420}
      label={label}
      description={hint}
      suffix={suffix}
      placeholder={placeholder}
      min={least}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={value ?? ''}
      onChange={(entered) => onChange(typeof entered === 'number' ? entered : null)}
    />
  );
}
