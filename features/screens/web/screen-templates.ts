import type { ScreenTemplate } from '../contract/screens.ts';

interface TemplateLabel {
  readonly label: string;
  readonly description: string;
}

const TEMPLATES: Readonly<Record<ScreenTemplate, TemplateLabel>> = {
  'explain-try-check': { label: 'Explain, try, check', description: 'An idea with an example, a task that uses it, and what to remember' },
  'worked-example': { label: 'Worked example', description: 'A solution step by step, the same with a gap, and one without help' },
  'predict-run-explain': { label: 'Predict, run, explain', description: 'Code to think about, the same to run, and why it does that' },
};

/** What people read for each template. */
export const SCREEN_TEMPLATES = Object.entries(TEMPLATES) as [ScreenTemplate, TemplateLabel][];
