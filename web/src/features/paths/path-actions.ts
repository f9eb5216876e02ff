import { createContext } from 'react';
import type { PathSummary } from '#contract/paths.ts';

/** What can be done with a row of the list; the page provides it. */
export const PathActionsContext = createContext<{ copy: (path: PathSummary) => void }>({ copy: () => undefined });
