import { isolateHistory } from '@codemirror/commands';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import type * as PasteRules from '../paste/pasted-markdown.ts';
import type { ClipboardText, PastedMarkdown } from '../paste/pasted-markdown.ts';
import type { LinkOfAddress } from './pasted-links.ts';

/** What was pasted besides text: pictures of the clipboard. */
type TakePasted = (pasted: PastedMarkdown, start: number, pictures: readonly File[]) => void;

/** Plain text that was pasted and may become Markdown: a step of its own, so that one undo gives it back. */
interface Pending {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** What is pasted: the plain text that appears at once, and what replaces it. */
interface Paste {
  readonly from: number;
  readonly to: number;
  readonly plain: string;
  readonly userEvent: 'input.paste' | 'input.drop';
  readonly pictures: readonly File[];
  /** Null: the plain text stays. */
  readonly convert: (rules: typeof PasteRules) => PastedMarkdown | null | Promise<PastedMarkdown | null>;
}

interface Converted {
  readonly id: number;
  readonly pasted: PastedMarkdown;
  readonly pictures: readonly File[];
}

const addPending = StateEffect.define<Pending>();
const removePending = StateEffect.define<number>();
let lastId = 0;

const pendings = StateField.define<readonly Pending[]>({
  create: () => [],
  update(before, transaction) {
    const moved = transaction.docChanged ? before.flatMap((each) => movedPending(each, transaction)) : before;
    return transaction.effects.reduce<readonly Pending[]>((list, effect) => {
      if (effect.is(addPending)) return [...list, effect.value];
      return effect.is(removePending) ? list.filter(({ id }) => id !== effect.value) : list;
    }, moved);
  },
});

/** Text that was changed since stays as it is. */
function movedPending({ id, from, to }: Pending, { changes }: Transaction): Pending[] {
  let isChanged = false;
  changes.iterChangedRanges((start, end) => (isChanged ||= start < to && end > from));
  return isChanged ? [] : [{ id, from: changes.mapPos(from, 1), to: Math.max(changes.mapPos(from, 1), changes.mapPos(to, -1)) }];
}

/**
 * Turns pasted and dropped rich text into Markdown, and pasted addresses of lessons into links. Nothing is converted inside of code, and
 * with Ctrl Shift V.
 */
export function richPaste(take: TakePasted, linkOf: LinkOfAddress): Extension {
  const waiting: Converted[] = [];
  let isPlain = false;
  let isOwnDrag = false;

  async function convert(view: EditorView, id: number, { convert: markdownOf, pictures }: Paste) {
    // Offline, the plain text stays.
    const pasted = await import('../paste/pasted-markdown.ts').then(markdownOf).catch(() => null);
    if (!pasted) view.dispatch({ effects: removePending.of(id) });
    // The text is locked during a save.
    else if (view.state.readOnly) waiting.push({ id, pasted, pictures });
    else put(view, { id, pasted, pictures }, take);
  }

  function begin(view: EditorView, paste: Paste) {
    const { from, to, userEvent } = paste;
    const plain = view.state.toText(paste.plain.replace(/\r\n?/g, '\n'));
    const id = ++lastId;
    view.dispatch({
      changes: { from, to, insert: plain },
      selection: { anchor: from + plain.length },
      effects: addPending.of({ id, from, to: from + plain.length }),
      annotations: isolateHistory.of('full'),
      userEvent,
      scrollIntoView: true,
    });
    void convert(view, id, paste);
  }

  function accept(view: EditorView, data: DataTransfer | null, at: number | null): boolean {
    if (!data || view.state.readOnly) return false;
    const clipboard = clipboardText(data);
    const { main, ranges } = view.state.selection;
    const { from, to } = at === null ? main : { from: at, to: at };
    if (ranges.length > 1 || !canBeRich(clipboard, data) || isInCode(view.state, from)) return false;
    begin(view, {
      from,
      to,
      plain: clipboard.plain,
      userEvent: at === null ? 'input.paste' : 'input.drop',
      pictures: [...data.files].filter(({ type }) => type.startsWith('image/')),
      convert: (rules) => rules.pastedMarkdown(clipboard),
    });
    return true;
  }

  function pasteOfAddress({ state }: EditorView, data: DataTransfer | null): Paste | null {
    if (!data || state.readOnly || state.selection.ranges.length > 1) return null;
    const { from, to } = state.selection.main;
    const plain = data.getData('text/plain').trim();
    const link = isInCode(state, from) ? null : linkOf(plain);
    const around = { before: state.sliceDoc(Math.max(from - 2, 0), from), selected: state.sliceDoc(from, to) };
    return (
      link && {
        from,
        to,
        plain,
        userEvent: 'input.paste',
        pictures: [],
        convert: async (rules) => {
          const found = await link;
          return found && rules.pastedLink(found, around);
        },
      }
    );
  }

  return [
    pendings,
    ViewPlugin.define((view) => ({
      update: ({ state }) => {
        if (waiting.length > 0 && !state.readOnly)
          queueMicrotask(() => {
            for (const converted of waiting.splice(0)) put(view, converted, take);
          });
      },
    })),
    // Before the language, which makes links of all addresses that are pasted over words.
    Prec.high(
      EditorView.domEventHandlers({
        paste: (event, view) => {
          const paste = isPlain ? null : pasteOfAddress(view, event.clipboardData);
          if (paste) begin(view, paste);
          return paste !== null;
        },
      }),
    ),
    EditorView.domEventHandlers({
      keydown: ({ key, shiftKey, ctrlKey, metaKey }) => {
        isPlain = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v';
        return false;
      },
      paste: (event, view) => {
        const keepsPlain = isPlain;
        isPlain = false;
        return !keepsPlain && accept(view, event.clipboardData, null);
      },
      dragstart: () => {
        isOwnDrag = true;
        return false;
      },
      dragend: () => {
        isOwnDrag = false;
        return false;
      },
      drop: (event, view) => {
        const isOwn = isOwnDrag;
        isOwnDrag = false;
        if (isOwn || event.dataTransfer?.types.includes('Files') === true) return false;
        return accept(view, event.dataTransfer, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
      },
    }),
  ];
}

/** Inserts Markdown as a block of its own. */
export function insertMarkdown(view: EditorView, markdown: string, at: number): void {
  const from = Math.min(at, view.state.doc.length);
  const { lead, trail } = blankLines(view.state, { from, to: from });
  view.dispatch({
    changes: { from, insert: `${lead}${markdown}${trail}` },
    selection: { anchor: from + lead.length + markdown.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  view.focus();
}

function clipboardText(data: DataTransfer): ClipboardText {
  return {
    plain: data.getData('text/plain'),
    html: data.getData('text/html'),
    cells: data.getData('application/vnd.jupyter.cells'),
  };
}

/** Code editors put colours on the clipboard; what they mean is text. */
function canBeRich({ plain, html, cells }: ClipboardText, { types }: DataTransfer): boolean {
  if (types.includes('vscode-editor-data')) return false;
  return html !== '' || cells !== '' || (plain.includes('\n') && /[\t,]/.test(plain)) || plain.includes('"nbformat"');
}

function isInCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); ; node = node.parent) {
    if (/^(?:FencedCode|CodeBlock|CodeText|InlineCode|HTMLBlock|URL)$/.test(node.name)) return true;
    if (!node.parent) return false;
  }
}

/** Replaces the plain text by the Markdown, as an undo step of its own. */
function put(view: EditorView, { id, pasted, pictures }: Converted, take: TakePasted): void {
  const range = view.state.field(pendings).find((each) => each.id === id);
  if (!range) return;
  const { lead, trail } = pasted.isInline ? { lead: '', trail: '' } : blankLines(view.state, range);
  const start = range.from + lead.length;
  const { main } = view.state.selection;
  view.dispatch({
    changes: { from: range.from, to: range.to, insert: `${lead}${pasted.markdown}${trail}` },
    effects: removePending.of(id),
    ...(main.empty && main.head === range.to && { selection: { anchor: start + pasted.markdown.length }, scrollIntoView: true }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  });
  take(pasted, start, pictures);
}

/** What separates blocks from the text around them. */
function blankLines(state: EditorState, { from, to }: Omit<Pending, 'id'>): { lead: string; trail: string } {
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const isBlank = (number: number) => number < 1 || number > state.doc.lines || state.doc.line(number).text.trim() === '';
  const before = state.sliceDoc(first.from, from).trim();
  const behind = state.sliceDoc(to, last.to).trim();
  return {
    lead: before !== '' ? '\n\n' : isBlank(first.number - 1) ? '' : '\n',
    trail: behind !== '' ? '\n\n' : isBlank(last.number + 1) ? '' : '\n',
  };
}
