import { z } from 'zod';
import { RunsAfter } from '#features/screens/contract/screens.ts';
import { RowId, route } from '#platform/contract/route.ts';
import { CheckResult } from '#platform/contract/run-outcome.ts';
import { UNIT_FRAMEWORKS, UNIT_MODULE } from '#platform/contract/unit-tests.ts';

const CheckState = z.object({ enabled: z.boolean(), success: z.boolean().nullable() });

export const terminalRoutes = {
  getRunnerConnection: route({
    method: 'POST',
    path: '/api/get-runner-connection',
    summary: "Opens your terminal of a lesson's screen, or finds the open one; returns where to connect",
    access: 'signed-in',
    servedBy: 'person',
    perMinute: 60,
    body: z.object({
      lesson_id: RowId,
      /** If omitted: the first code screen. */
      screen_id: RowId.optional(),
      /** For the preview as learner, which uses a separate terminal. */
      is_preview: z.boolean().default(false),
      /** Ends the open terminal and starts a new one. */
      restart: z.boolean().default(false),
      /** The unsaved setup code of the screen, used instead of the saved one. */
      setup_code: z.string().max(1_000_000).optional(),
      /** Which earlier screens the screen runs after, unsaved, used instead of the saved choice. */
      runs_after: RunsAfter.optional(),
      columns: z.number().int().min(2).max(500).default(80),
      rows: z.number().int().min(2).max(300).default(24),
    }),
    /** `url`: a path of this server for the WebSocket; `ip` and `port`: of this server. */
    reply: z.object({ url: z.string(), ip: z.string(), port: z.number().int(), session_id: z.string() }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  terminal: route({
    method: 'GET',
    path: '/api/terminal/{sessionId}',
    summary: 'The connection of your terminal (WebSocket)',
    access: 'signed-in',
    servedBy: 'person',
    params: z.object({ sessionId: z.uuid() }),
    /** Bytes that the page has already seen. */
    query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
    replyKind: 'websocket',
  }),
  checkTerminal: route({
    method: 'POST',
    path: '/api/cli/check_answer',
    summary: 'Checks the work in your terminal of a screen',
    access: 'signed-in',
    servedBy: 'person',
    perMinute: 60,
    bodyLimit: 4 * 1024 * 1024,
    body: z.object({
      screen_id: RowId,
      is_preview: z.boolean().default(false),
      terminal_lines: z.array(z.string().max(20_000)).max(20_000),
      /** Unsaved checks of the screen, used instead of the saved ones. */
      draft: z
        .object({
          check_val: z.string().max(1_000_000).nullable(),
          check_scope: z.enum(['cmd', 'stdout']).nullable(),
          custom_check_code: z.string().max(1_000_000),
          unit_test_code: z.string().max(1_000_000),
          unit_test_framework: z.enum(UNIT_FRAMEWORKS).nullable(),
          unit_test_module: z.string().regex(UNIT_MODULE).max(200),
        })
        .partial()
        .optional(),
    }),
    /** `success` is null (unknown) for a check that is off or whose run failed. */
    reply: z.object({
      success: z.boolean(),
      value: CheckState.extend({ feedback: z.string().nullable() }),
      custom: CheckState.extend({ results: z.array(CheckResult), error: z.string().nullable() }),
      unit: CheckState.extend({ results: z.array(CheckResult), error: z.string().nullable() }),
    }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
