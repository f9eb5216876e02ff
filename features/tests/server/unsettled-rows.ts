import { randomUUID } from 'node:crypto';
import { readResultTable } from '#features/runs/contract/result-table.ts';
import type { RunResult } from '#features/runs/contract/runs.ts';
import {
  rankedRows,
  cutsThroughGroup,
  findMisplaced,
  rankingQuery,
  readRowOrder,
  type RunContext,
  type RunServices,
  runForGuest,
  engineOf,
} from '#features/runs/server/index.ts';
import { isQuery } from '#platform/contract/languages.ts';

/** Whether the answer is a query that takes some of several rows which are equal for its order, so that others would be as right. */
export async function hasUnsettledRows(
  platform: RunServices,
  context: RunContext,
  { output }: Pick<RunResult, 'output'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { lesson, fields } = context;
  if (!isQuery(lesson.language) || !fields.check_output) return false;
  const order = readRowOrder(fields.answer_code, engineOf(lesson));
  const table = readResultTable(output);
  const query = table && order.isLimited ? rankingQuery(fields.answer_code, order, table.columns) : null;
  if (!table || !query) return false;
  const request = {
    id: randomUUID(),
    owner: 'unsettled-rows',
    isBackground: true,
    context,
    code: query.code,
    isChecked: false,
    session: null,
  };
  const ranked = readResultTable((await runForGuest(platform, request, { signal, onEvent: () => undefined })).output);
  if (!ranked) return false;
  const rows = rankedRows(table.columns.length, { query, table: ranked });
  return findMisplaced(rows, table.rows) === null && cutsThroughGroup(rows, table.rows.length);
}
