import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { inTurn } from '#platform/web/in-turn.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { isPreflightRule, PREFLIGHT_RULES } from '../contract/preflight-rules.ts';
import type { FixedFinding, ReleaseFinding } from '../contract/preflight.ts';
import { refreshAll } from './api.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';

type Refused = readonly { readonly finding: ReleaseFinding; readonly reason: string }[];

/** What a fix of a lesson is undone by. */
interface Done extends FixedFinding {
  readonly lessonId: number;
}

/** Fixes every finding of the list that has a fix, one after the other, and offers Undo for all of them. */
export function FixAll({ findings }: { findings: readonly ReleaseFinding[] }) {
  const client = useQueryClient();
  const { run, ...operation } = useOperation();
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused>([]);
  const fixable = findings.filter(({ fix, accepted }) => fix !== null && accepted === null);

  async function fix(): Promise<void> {
    setAsking(false);
    const outcome = await run((context) =>
      inTurn(
        fixable,
        context,
        () => MESSAGES.fixing,
        ({ lesson_id: id, fingerprint }) => api.fixFinding({ params: { id }, body: { fingerprint } }),
      ),
    );
    setRefused(outcome.refused.map(({ item, error }) => ({ finding: item, reason: errorText(error, MESSAGES.fixFailed) })));
    const done = outcome.done.map(({ item, result }) => ({ ...result, lessonId: item.lesson_id }));
    if (done.length > 0)
      showOffer({ message: MESSAGES.fixedMany(done.length, fixable.length), label: 'Undo', onClick: () => void undo(done.toReversed()) });
    await refreshAll(client);
  }

  /** The last one first: each expects the lesson as its fix left it. */
  async function undo(fixes: readonly Done[]): Promise<void> {
    const { refused: failed } = await run((context) => inTurn(fixes, context, () => MESSAGES.undoing, undoOne));
    const [first] = failed;
    if (!first) showResult(MESSAGES.undone);
    else {
      const message = MESSAGES.notUndone(failed.length, errorText(first.error, MESSAGES.undoFailed));
      showOffer({ color: 'red', message, label: 'Close', onClick: () => undefined });
    }
    await refreshAll(client);
  }

  return (
    <>
      {fixable.length > 1 ? (
        <div>
          <Button size="xs" variant="default" loading={operation.isRunning} onClick={() => setAsking(true)}>
            Fix all {fixable.length}
          </Button>
        </div>
      ) : null}
      <ProgressPanel operation={operation} what={MESSAGES.fixing} />
      {refused.length > 0 ? (
        <Banner kind="warning">
          {MESSAGES.notFixed(refused.length)}
          <ul className={layout.plainList}>
            {refused.map(({ finding: { lesson_id, fingerprint, message }, reason }) => (
              <li key={`${lesson_id} ${fingerprint}`}>
                {message} {reason}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Fix ${counted(fixable.length, 'finding')}`}
        text={MESSAGES.fixAllText}
        confirmLabel={`Fix all ${fixable.length}`}
        onClose={() => setAsking(false)}
        onConfirm={() => void fix()}
      >
        <ul className={layout.plainList} aria-label="Rules">
          {[...Map.groupBy(fixable, ({ rule }) => rule)].map(([rule, { length }]) => (
            <li key={rule}>
              {isPreflightRule(rule) ? PREFLIGHT_RULES[rule].title : rule}: {length}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

async function undoOne({ lessonId, undo, deleted }: Done): Promise<void> {
  if (deleted) await api.restoreItem({ params: { id: deleted.id } });
  else await api.undoFix({ params: { id: lessonId }, body: { undo } });
}
