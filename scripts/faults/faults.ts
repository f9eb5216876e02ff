import type { Fault } from './fault.ts';
import { CONTRACT_AND_CONTENT } from './list/contract-and-content.ts';
import { RUNNER } from './list/runner.ts';
import { SERVER } from './list/server.ts';
import { WEB } from './list/web.ts';

/** Faults that `npm test` must catch, except for {@link MAY_BE_MISSED} of them. */
export const FAULTS: readonly Fault[] = [...CONTRACT_AND_CONTENT, ...SERVER, ...RUNNER, ...WEB];

/** How many of them may go unnoticed. */
export const MAY_BE_MISSED = 3;
