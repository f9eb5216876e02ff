import { Switch } from '@mantine/core';
import { useState } from 'react';
import { canCheckCustom, canCheckLegacy, type Language } from '#platform/contract/languages.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { MESSAGES } from './messages.ts';
import classes from './packages.module.css';

interface AnswerCheckingProps {
  language: Language | null;
  /** External authors do not see the legacy toggle. */
  isExternal: boolean;
  isReadOnly: boolean;
  isCustom: boolean;
  isLegacy: boolean;
  onCustom: (isEnabled: boolean) => void;
  onLegacy: (isEnabled: boolean) => void;
}

/** Whether there is anything to show for this language and user. */
export function hasAnswerChecking(language: Language | null, isExternal: boolean): boolean {
  return canCheckCustom(language) || (canCheckLegacy(language) && !isExternal);
}

/** The answer checking toggles, each with its confirmation. */
export function AnswerCheckingSection(props: AnswerCheckingProps) {
  const { language, isExternal, isReadOnly, isCustom, isLegacy, onCustom, onLegacy } = props;
  const [question, setQuestion] = useState<'remove custom' | 'enable legacy' | null>(null);
  const close = () => setQuestion(null);
  return (
    <div className={classes.toggles}>
      {canCheckCustom(language) ? (
        <Switch
          label="Custom answer checking"
          description="Checkers in Python, run after the code"
          checked={isCustom}
          disabled={isReadOnly}
          onChange={() => (isCustom ? setQuestion('remove custom') : onCustom(true))}
        />
      ) : null}
      {canCheckLegacy(language) && !isExternal ? (
        <Switch
          label="Legacy answer checking"
          description="Plain assertions in the lesson's language"
          checked={isLegacy}
          disabled={isReadOnly}
          onChange={() => (isLegacy ? onLegacy(false) : setQuestion('enable legacy'))}
        />
      ) : null}
      <RemoveCustomDialog
        isOpen={question === 'remove custom'}
        onConfirm={() => {
          onCustom(false);
          close();
        }}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={question === 'enable legacy'}
        title="Legacy answer checking"
        text={MESSAGES.enableLegacy}
        confirmLabel="Enable legacy answer checking"
        onConfirm={() => {
          onLegacy(true);
          close();
        }}
        onClose={close}
      />
    </div>
  );
}

/** Confirms wherever custom answer checking would be removed. */
export function RemoveCustomDialog({ isOpen, onConfirm, onClose }: { isOpen: boolean; onConfirm: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Custom answer checking"
      text={MESSAGES.removeCustom}
      confirmLabel="Remove custom answer checking"
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
