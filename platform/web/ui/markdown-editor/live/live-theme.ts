import { Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const MONOSPACE = 'var(--mantine-font-family-monospace)';
const BORDER = 'var(--mantine-color-default-border)';
const QUIET = 'var(--mantine-color-dimmed)';
const LINK = 'light-dark(var(--mantine-color-blue-8), var(--mantine-color-blue-3))';
const CODE_GROUND = 'var(--color-quiet-ground)';
const SIDE = '12px';
/** Beside a bar of 3 px. */
const INNER = '9px';

const heading = (size: string) => ({ fontSize: size });
const box = (color: string) => ({ '--live-box': color });

/** The text as learners read it: in the sizes of their page, in lines of 60 to 75 characters. */
export const liveTheme = Prec.high(
  EditorView.theme({
    '.cm-scroller': { fontFamily: 'var(--mantine-font-family)', lineHeight: '1.6' },
    '.cm-content': {
      boxSizing: 'border-box',
      maxWidth: `calc(var(--measure) + 2 * ${SIDE})`,
      margin: '0 auto',
      padding: '16px 0 40px',
      fontSize: 'var(--mantine-font-size-lg)',
    },
    '.cm-line': { padding: `0 ${SIDE}` },

    '.cm-live-heading': { fontWeight: '600', lineHeight: '1.3', paddingTop: '0.35em', paddingBottom: '0.15em' },
    '.cm-live-h1': heading('1.7em'),
    '.cm-live-h2': heading('1.4em'),
    '.cm-live-h3': heading('1.18em'),
    '.cm-live-quiet-line': { lineHeight: '0.6' },
    '.cm-live-quiet': { color: QUIET, fontSize: '0.87em' },
    '.cm-live-source, .cm-live-source-line': { fontFamily: MONOSPACE, fontSize: 'var(--mantine-font-size-sm)' },
    '.cm-live-source-line': { backgroundColor: CODE_GROUND, whiteSpace: 'pre-wrap' },

    '.cm-live-link': { color: LINK, textDecoration: 'underline' },
    '.cm-live-link *': { color: 'inherit' },
    '.cm-live-note': { fontSize: '0.75em', verticalAlign: 'super', color: LINK },
    '.cm-live-code-words': {
      direction: 'ltr',
      unicodeBidi: 'isolate',
      padding: '1px 4px',
      borderRadius: '3px',
      fontFamily: MONOSPACE,
      fontSize: '0.87em',
      backgroundColor: 'var(--color-quiet-ground)',
    },
    '.cm-live-code-words *': { color: 'inherit' },
    '.cm-live-code': { fontFamily: MONOSPACE, fontSize: 'var(--mantine-font-size-md)', lineHeight: '1.5', backgroundColor: CODE_GROUND },
    '.cm-live-code-start': { paddingTop: '6px', borderRadius: '4px 4px 0 0', color: QUIET, fontSize: 'var(--mantine-font-size-xs)' },
    '.cm-live-code-end': { borderRadius: '0 0 4px 4px', lineHeight: '1', fontSize: 'var(--mantine-font-size-xs)' },

    '.cm-live-tag-mark': { backgroundColor: 'var(--color-found)' },
    '.cm-live-tag-b, .cm-live-tag-strong': { fontWeight: '700' },
    '.cm-live-tag-i, .cm-live-tag-em, .cm-live-tag-cite, .cm-live-tag-var': { fontStyle: 'italic' },
    '.cm-live-tag-u, .cm-live-tag-ins': { textDecoration: 'underline' },
    '.cm-live-tag-s, .cm-live-tag-del': { textDecoration: 'line-through' },
    '.cm-live-tag-sub': { verticalAlign: 'sub', fontSize: '0.75em' },
    '.cm-live-tag-sup': { verticalAlign: 'super', fontSize: '0.75em' },
    '.cm-live-tag-small': { fontSize: '0.83em' },
    '.cm-live-tag-kbd, .cm-live-tag-code, .cm-live-tag-samp': { fontFamily: MONOSPACE, fontSize: '0.87em' },

    '.cm-live-quote': {
      paddingInlineStart: INNER,
      borderInlineStart: `3px solid ${BORDER}`,
      color: 'var(--mantine-color-dimmed)',
    },
    '.cm-live-item': { paddingInlineStart: `calc(${SIDE} + var(--live-indent))`, textIndent: 'calc(-1 * var(--live-indent))' },
    '.cm-live-item.cm-live-quote, .cm-live-item.cm-live-box': { paddingInlineStart: `calc(${INNER} + var(--live-indent))` },
    '.cm-live-indent': {
      display: 'inline-block',
      fontFamily: MONOSPACE,
      fontSize: 'var(--mantine-font-size-md)',
      textIndent: '0',
      whiteSpace: 'pre',
    },
    '.cm-live-bullet': { fontWeight: '700' },
    '.cm-live-rule': {
      // Its dashes are hidden, and a line without letters has no height.
      minHeight: '1lh',
      backgroundImage: `linear-gradient(${BORDER}, ${BORDER})`,
      backgroundSize: '100% 1px',
      backgroundPosition: 'center',
      backgroundRepeat: 'no-repeat',
    },

    '.cm-live-box': {
      '--live-box': 'var(--color-action)',
      paddingInlineStart: INNER,
      borderInlineStart: '3px solid var(--live-box)',
      backgroundColor: 'var(--color-quiet-ground)',
    },
    '.cm-live-box-tip, .cm-live-box-objectives, .cm-live-box-key-points': box('var(--color-success)'),
    '.cm-live-box-warning, .cm-live-box-important': box('var(--color-changed)'),
    '.cm-live-box-challenge, .cm-live-box-solution, .cm-live-box-questions': box('var(--color-review)'),
    '.cm-live-box-spoiler, .cm-live-box-prerequisites': box('var(--mantine-color-dimmed)'),
    '.cm-live-depth-1': { marginInlineStart: '14px' },
    '.cm-live-depth-2': { marginInlineStart: '28px' },
    '.cm-live-depth-3': { marginInlineStart: '42px' },
    '.cm-live-box-start': { paddingTop: '6px', color: 'var(--live-box)', fontWeight: '600', borderStartEndRadius: '4px' },
    '.cm-live-box-start *': { color: 'inherit' },
    '.cm-live-box-end': { lineHeight: '1', borderEndEndRadius: '4px' },

    '.cm-live-part': { position: 'relative', padding: `6px ${SIDE}`, cursor: 'text' },
    '.cm-live-content, .cm-live-inline': { whiteSpace: 'normal' },
    // No line breaks beside what is hidden.
    '.cm-widgetBuffer': { position: 'absolute' },
    '.cm-live-content': { maxWidth: 'none', margin: '0', padding: '0', fontSize: 'var(--mantine-font-size-lg)' },
    '.cm-live-content > :last-child': { marginBottom: '0' },
    '.cm-live-inline': { display: 'inline', maxWidth: 'none', margin: '0', padding: '0', fontSize: 'inherit', lineHeight: 'inherit' },
    '.cm-live-content[data-waiting], .cm-live-inline[data-waiting]': {
      color: QUIET,
      fontFamily: MONOSPACE,
      fontSize: 'var(--mantine-font-size-sm)',
      whiteSpace: 'pre-wrap',
    },
    '.cm-live-edit': {
      position: 'absolute',
      insetBlockStart: '8px',
      insetInlineEnd: SIDE,
      minHeight: '24px',
      padding: '1px 8px',
      border: `1px solid ${BORDER}`,
      borderRadius: '4px',
      font: 'inherit',
      fontSize: 'var(--mantine-font-size-sm)',
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--mantine-color-body)',
      cursor: 'pointer',
      opacity: '0',
    },
    '.cm-live-part:hover .cm-live-edit, .cm-live-edit:focus-visible': { opacity: '1' },
    '.cm-foldPlaceholder': { fontSize: 'var(--mantine-font-size-sm)' },
  }),
);
