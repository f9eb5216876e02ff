import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
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
    const done: Done[] = [];
    const failed: { finding: ReleaseFinding; reason: string }[] = [];
    await run(async ({ signal, reportProgress }) => {
      for (const [index, finding] of fixable.entries()) {
        if (signal.aborted) break;
        reportProgress({ doing: MESSAGES.fixing, done: index, total: fixable.length });
        const { lesson_id: lessonId, fingerprint } = finding;
        await api.fixFinding({ params: { id: lessonId }, body: { fingerprint } }).then(
          (fixed) => done.push({ ...fixed, lessonId }),
          (error: unknown) => failed.push({ finding, reason: errorText(error, MESSAGES.fixFailed) }),
        );
      }
    });
    setRefused(failed);
    if (done.length > 0)
      showOffer({ message: MESSAGES.fixedMany(done.length, fixable.length), label: 'Undo', onClick: () => void undo(done.toReversed()) });
    await refreshAll(client);
  }

  /** The last one first: each expects the lesson as its fix left it. */
  async function undo(fixes: readonly Done[]): Promise<void> {
    const failed: string[] = [];
    await run(async ({ signal, reportProgress }) => {
      for (const [index, each] of fixes.entries()) {
        if (signal.aborted) break;
        reportProgress({ doing: MESSAGES.undoing, done: index, total: fixes.length });
        await undoOne(each).catch((error: unknown) => failed.push(errorText(error, MESSAGES.undoFailed)));
      }
    });
    const [reason] = failed;
    if (reason === undefined) showResult(MESSAGES.undone);
    else showOffer({ color: 'red', message: MESSAGES.notUndone(failed.length, reason), label: 'Close', onClick: () => undefined });
    await refreshAll(client);
  }

  return (
    <>
      {fixable.length > 1 ? (
        <Button size="xs" variant="default" loading={operation.isRunning} onClick={() => setAsking(true)}>
          Fix all {fixable.length}
        </Button>
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
