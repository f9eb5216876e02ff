import { SEVERITIES } from '#features/preflight/contract/preflight-rules.ts';

export const REPORT_FORMATS = ['text', 'json', 'sarif'] as const;

/** What the commands that report findings have in common. */
export const REPORT = {
  options: {
    format: { type: 'string' },
    output: { type: 'string', short: 'o' },
    'fail-on': { type: 'string' },
    server: { type: 'string' },
  },
  optionHelp: {
    format: 'text (the default), json or sarif.',
    output: 'A file for the result, instead of the terminal.',
    'fail-on': 'The least severity that ends with 1: error, warning (the default) or note.',
    server: 'Runs code there, with the token in LESSONWRIGHT_TOKEN, instead of on this machine.',
  },
  choices: { format: REPORT_FORMATS, 'fail-on': SEVERITIES },
} as const;
