import { describe, expect, it } from 'vitest';
import { ChangeState, canMoveChange } from '#features/changes/contract.ts';
import { DeployStatus } from '#features/publishing/contract/deploys.ts';
import { canMoveDeploy } from '#features/publishing/deploys.policy.ts';
import { RunState, canMoveRun } from '#features/runs/contract/runs.ts';

function moves<S extends string>(states: readonly S[], can: (from: S, to: S) => boolean): string[] {
  return states.flatMap((from) => states.filter((to) => can(from, to)).map((to) => `${from} → ${to}`));
}

describe('life cycles', () => {
  it('a change only goes forward, one step at a time', () => {
    expect(moves(ChangeState.options, canMoveChange)).toEqual(['saved → committed', 'committed → pushed']);
  });

  it('a deploy ends once', () => {
    expect(moves(DeployStatus.options, canMoveDeploy)).toEqual(['running → failed', 'running → succeeded']);
  });

  it('a run that ended doesn’t change', () => {
    expect(moves(RunState.options, canMoveRun)).toEqual([
      'queued → running',
      'queued → stopped',
      'queued → lost',
      'running → done',
      'running → stopped',
      'running → lost',
    ]);
  });
});
