import { expect, it } from 'vitest';
import type { WorkItem } from '../contract.ts';
import { workText } from './work-text.ts';

it.each<[Pick<WorkItem, 'why' | 'by' | 'screen'>, string]>([
  [{ why: 'write', by: null, screen: null }, 'You own this lesson'],
  [{ why: 'unassigned', by: 'Sam', screen: null }, 'Sam sent it for review, and no one has been asked to review it yet'],
  [{ why: 'completed', by: 'Rita', screen: 3 }, 'Rita completed your comment on screen 3'],
  [{ why: 'mention', by: null, screen: null }, 'Someone mentioned you'],
])('%j: %s', (item, text) => expect(workText(item)).toBe(text));
