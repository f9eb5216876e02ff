const CODES = ['initial', 'display', 'answer'] as const;
const RESULTS = ['output', 'variables', 'checks'] as const;
// Named here, not taken from the form: every page loads this file, and the form brings all of zod with it.
const SECTIONS = ['body_markdown', 'instructions_markdown', 'hint_markdown', 'chat_prompt'] as const;

/** What the address of a screen says beyond the screen: which tab each pane shows. Absent: its first one. */
export interface ScreenSearch {
  section?: string;
  code?: (typeof CODES)[number];
  result?: (typeof RESULTS)[number];
}

/** Takes over what it knows and leaves out the rest. */
export function parseScreenSearch(search: Record<string, unknown>): ScreenSearch {
  const section = SECTIONS.find((each) => each === search['section']);
  const code = CODES.find((each) => each === search['code']);
  const result = RESULTS.find((each) => each === search['result']);
  return { ...(section && { section }), ...(code && { code }), ...(result && { result }) };
}
