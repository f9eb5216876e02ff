import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import type { EditorState, Extension, TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { BOXES, type BoxKind } from '#platform/content/markdown-boxes.ts';
import { insertBox, insertCodeBlock, insertMath, insertTable } from './block-edits.ts';
import { isInCode } from './in-code.ts';

/** What the page around the text does: it opens a dialog, or goes to another text. */
export type SlashAction = 'addImage' | 'uploadNew' | 'addVideo' | 'addQuestion';

interface SlashItem {
  readonly label: string;
  readonly detail: string;
  /** More words that find it. */
  readonly words: string;
  readonly does: SlashAction | ((state: EditorState, codeLanguage: string) => TransactionSpec);
  readonly section: 'Insert' | 'Boxes';
}

const BOX_DETAILS: Record<BoxKind, string> = {
  note: 'something to know',
  tip: 'something that helps',
  important: 'something not to miss',
  warning: 'something that can go wrong',
  challenge: 'something to try',
  solution: 'folded until it is opened',
  spoiler: 'folded until it is opened',
  prerequisites: 'what to know before',
  objectives: 'what one learns',
  questions: 'what the text answers',
  'key-points': 'what to remember',
};

/** Everything that `/` offers, in its order. */
const SLASH_ITEMS: readonly SlashItem[] = [
  { label: 'Table', detail: 'Tab goes through its cells', words: 'grid columns rows', does: insertTable, section: 'Insert' },
  { label: 'Image', detail: 'from this lesson', words: 'picture photo figure', does: 'addImage', section: 'Insert' },
  { label: 'Upload image', detail: 'from this computer', words: 'picture photo new', does: 'uploadNew', section: 'Insert' },
  { label: 'Video', detail: 'YouTube or an address', words: 'movie film youtube', does: 'addVideo', section: 'Insert' },
  { label: 'Question', detail: 'multiple choice, on this screen', words: 'mcq quiz choice', does: 'addQuestion', section: 'Insert' },
  { label: 'Code block', detail: 'a listing', words: 'listing source fence', does: insertCodeBlock, section: 'Insert' },
  { label: 'Formula', detail: 'between dollar signs', words: 'math equation latex', does: insertMath, section: 'Insert' },
  ...(Object.keys(BOXES) as BoxKind[]).map((kind): SlashItem => ({
    label: kind === 'questions' ? 'Questions box' : kind === 'spoiler' ? 'Spoiler' : BOXES[kind].label,
    detail: BOX_DETAILS[kind],
    words: ['box', kind, ...BOXES[kind].names].join(' '),
    does: (state) => insertBox(state, kind),
    section: 'Boxes',
  })),
];

const LONGEST_QUERY = 20;

/**
 * The items for what is typed behind the slash: first those whose name begins with it, then those with a word that does.
 *
 * @param can The actions that are possible here.
 */
export function slashItems(query: string, can: ReadonlySet<SlashAction>): SlashItem[] {
  const wanted = query.toLowerCase();
  const possible = SLASH_ITEMS.filter(({ does }) => typeof does !== 'string' || can.has(does));
  const byName = possible.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  const words = (item: SlashItem) => `${item.label} ${item.words}`.toLowerCase().split(/[\s-]/);
  return [...byName, ...possible.filter((item) => !byName.includes(item) && words(item).some((word) => word.startsWith(wanted)))];
}

/** What is typed behind a slash at the start of a line, up to `at`; null: none, as within a text or a listing. */
export function slashQuery(state: EditorState, at: number): { from: number; query: string } | null {
  const line = state.doc.lineAt(at);
  if (at - line.from > LONGEST_QUERY) return null;
  const found = /^(\s*)\/([\p{L}\d]*)$/u.exec(state.sliceDoc(line.from, at));
  if (!found || isInCode(state, line.from + (found[1] ?? '').length)) return null;
  return { from: line.from + (found[1] ?? '').length, query: found[2] ?? '' };
}

/**
 * The first of these menus that has something. As one source, because a menu takes no Enter while another source is still asked: what is
 * typed fast would begin a new line.
 */
function firstOf(sources: readonly CompletionSource[]): CompletionSource {
  return (context) => {
    for (const [index, source] of sources.entries()) {
      const found = source(context);
      if (found instanceof Promise) return found.then((result) => result ?? firstOf(sources.slice(index + 1))(context));
      if (found) return found;
    }
    return null;
  };
}

interface SlashMenuOptions {
  codeLanguage: () => string;
  /** Null: it is not possible here. */
  actions: () => Readonly<Record<SlashAction, (() => void) | null>>;
  /** Other menus of the editor, which look the same. */
  others?: readonly CompletionSource[];
}

/** The menu of a slash at the start of a line: what can be inserted there. */
export function slashMenu(options: SlashMenuOptions): Extension {
  function complete({ state, pos }: CompletionContext): CompletionResult | null {
    const found = state.readOnly ? null : slashQuery(state, pos);
    if (!found) return null;
    const actions = options.actions();
    const can = new Set((Object.keys(actions) as SlashAction[]).filter((action) => actions[action] !== null));
    const items = slashItems(found.query, can).map((item, index, all): Completion => ({
      label: item.label,
      detail: item.detail,
      section: { name: item.section, rank: all.findIndex(({ section }) => section === item.section) },
      boost: -index,
      apply: (view, _, from, to) => insert(view, item, { from, to }),
    }));
    // `update`: at once, so that Enter right after a letter takes what that letter leaves.
    const update = (_result: CompletionResult, _from: number, _to: number, context: CompletionContext) => complete(context);
    return items.length === 0 ? null : { from: found.from, options: items, filter: false, update };
  }
  function insert(view: EditorView, { does }: SlashItem, typed: { from: number; to: number }): void {
    const removal = { changes: typed, userEvent: 'input.complete' };
    const after = view.state.update(removal).state;
    if (typeof does === 'string') {
      view.dispatch(removal);
      options.actions()[does]?.();
    } else view.dispatch(view.state.update(removal, { ...does(after, options.codeLanguage()), sequential: true }));
  }
  return [
    autocompletion({
      override: [firstOf([complete, ...(options.others ?? [])])],
      icons: false,
      activateOnTypingDelay: 0,
      interactionDelay: 0,
      maxRenderedOptions: 50,
    }),
    keymap.of([{ key: 'Tab', run: acceptCompletion }]),
    EditorView.theme({
      '.cm-tooltip.cm-tooltip-autocomplete': { boxShadow: 'var(--mantine-shadow-md)', padding: '4px', maxWidth: 'calc(100vw - 16px)' },
      '.cm-tooltip.cm-tooltip-autocomplete > ul': {
        fontFamily: 'var(--mantine-font-family)',
        maxHeight: 'min(320px, 40vh)',
        minWidth: '220px',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
        display: 'flex',
        justifyContent: 'space-between',
        gap: '16px',
        padding: '4px 8px',
        borderRadius: '3px',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > completion-section': {
        padding: '6px 8px 2px',
        border: 'none',
        opacity: '1',
        color: 'var(--mantine-color-dimmed)',
        fontSize: 'var(--mantine-font-size-xs)',
      },
      '.cm-completionDetail': {
        margin: '0',
        color: 'var(--mantine-color-dimmed)',
        fontStyle: 'normal',
        fontSize: 'var(--mantine-font-size-xs)',
      },
      'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
    }),
  ];
}
