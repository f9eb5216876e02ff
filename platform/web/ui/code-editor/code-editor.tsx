import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, placeholder as placeholderText, type ViewUpdate } from '@codemirror/view';
import { type Ref, useContext, useEffect, useEffectEvent, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { completeNames, type NameCompletion } from './code-names.ts';
import { codeWrapping } from './code-wrapping.ts';
import { type EditorHandle, insertLines, respace } from './editor-handle.ts';
import { codeSetup, proseSetup, tabIndents } from './editor-setup.ts';
import { findHistory, keepHistory } from './kept-histories.ts';
import { type EditorLanguage, loadLanguage } from './languages.ts';
import { type LineMark, showLineMarks } from './line-marks.ts';
import type { LiveText } from './live-text.ts';
import { KeptHistoriesContext, OpenEditorsContext } from './open-editors.ts';
import { markingEditor } from './passage-marks.ts';
import { textChange } from './text-change.ts';
import { bufferTyping, releaseTyping, TypingBuffer } from './typing-buffer.ts';
import classes from './code-editor.module.css';

export interface CodeEditorProps {
  /** Accessible name. */
  label: string;
  /** Registers the editor on the page under this name (open-editors.ts); missing: not registered. */
  name?: string | undefined;
  /** Null: plain text. */
  language: EditorLanguage | null;
  /** Returns the current text. Called when the editor opens and whenever `version` changes, never per key. */
  read: () => string;
  /** Increased when the text changes from outside: a save, merge or restored draft. */
  version: number;
  onChange: (text: LiveText) => void;
  /** Read-only: the text can be selected and copied. */
  isReadOnly?: boolean;
  /** Temporarily locked, during a save. Keys typed in the meantime are inserted afterwards. */
  isBusy?: boolean;
  /** A field of a form: Tab goes on to the next field. */
  isField?: boolean;
  marks?: readonly LineMark[];
  /** Completes names that aren't in the text. */
  names?: NameCompletion | undefined;
  /** Shown while the text is empty. */
  placeholder?: string;
  /** Long lines of code are wrapped; prose always is. */
  wraps?: boolean;
  handle?: Ref<EditorHandle> | undefined;
  onReady?: (view: EditorView | null) => void;
}

interface OpenEditor {
  view: EditorView;
  language: Compartment;
  access: Compartment;
  wrapping: Compartment;
  buffer: TypingBuffer;
}

const NO_MARKS: readonly LineMark[] = [];

/** A CodeMirror editor that keeps its own text: the page is notified of edits but does not render on each. */
export default function CodeEditor(props: CodeEditorProps) {
  const { label, language, version, isReadOnly = false, isBusy = false, isField = false, marks = NO_MARKS, wraps = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor | null>(null);
  const busy = useRef(isBusy);
  const shownVersion = useRef(version);
  const hintId = useId();
  const openEditors = useContext(OpenEditorsContext);
  const thing = useContext(KeptHistoriesContext);
  const historyKey = thing !== null && props.name !== undefined ? `${thing}/${props.name}` : null;

  useImperativeHandle(props.handle, () => ({
    // No editor, so no line number.
    insertLines: (text) => (editor.current && !isReadOnly && !isBusy ? insertLines(editor.current.view, text) : 0),
    read: () => editor.current?.view.state.doc.toString() ?? props.read(),
    respace: (before, after) => editor.current !== null && respace(editor.current.view, before, after),
  }));

  const edited = useEffectEvent((text: LiveText) => props.onChange(text));
  const selected = useEffectEvent(({ state, transactions }: ViewUpdate) => {
    const isLeft = !transactions.some((each) => each.isUserEvent('select'));
    if (props.name !== undefined) openEditors?.tellSelection(props.name, state.selection.main, isLeft);
  });

  const notifyPage = useEffectEvent((update: ViewUpdate) => {
    const { name } = props;
    if (name === undefined || !openEditors) return;
    if (update.docChanged) openEditors.tell({ type: 'edited', name });
    if (update.selectionSet) openEditors.tell({ type: 'caret', name, at: update.state.selection.main.head });
    if (update.geometryChanged) openEditors.tell({ type: 'laid-out', name });
  });

  const open = useEffectEvent((parent: HTMLElement) => {
    const languageSlot = new Compartment();
    const access = new Compartment();
    const wrapping = new Compartment();
    const buffer = new TypingBuffer();
    const kept = historyKey === null ? undefined : findHistory(historyKey);
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: kept?.doc ?? props.read(),
        extensions: [
          kept?.extension ?? [],
          language === 'markdown' ? proseSetup : codeSetup,
          isField ? [] : tabIndents,
          languageSlot.of([]),
          access.of(accessOf(label, isReadOnly, isBusy)),
          wrapping.of([]),
          props.names === undefined ? [] : completeNames(props.names),
          props.placeholder === undefined ? [] : placeholderText(props.placeholder),
          bufferTyping(buffer, () => busy.current),
          EditorView.contentAttributes.of({ tabindex: '0', ...(!isField && { 'aria-describedby': hintId }) }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((each) => each.annotation(Transaction.remote))) edited(update.state.doc);
            if (update.selectionSet || update.docChanged) selected(update);
            notifyPage(update);
          }),
        ],
      }),
    });
    // What was saved or merged meanwhile is no step to undo.
    const change = kept && textChange(kept.doc.toString(), props.read());
    if (change) view.dispatch({ changes: change, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
    editor.current = { view, language: languageSlot, access, wrapping, buffer };
    props.onReady?.(view);
    return view;
  });
  const closed = useEffectEvent((view: EditorView) => {
    if (historyKey !== null) keepHistory(historyKey, view.state);
    props.onReady?.(null);
  });
  const read = useEffectEvent(() => props.read());

  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const view = open(host.current);
    return () => {
      closed(view);
      view.destroy();
      editor.current = null;
    };
  }, []);

  useEffect(() => {
    const view = editor.current?.view;
    return view && props.name !== undefined ? openEditors?.add(props.name, view, markingEditor(view)) : undefined;
  }, [openEditors, props.name]);

  useEffect(() => {
    if (language === null) return undefined;
    let isCurrent = true;
    void loadLanguage(language).then(
      (support) => {
        if (isCurrent && editor.current) editor.current.view.dispatch({ effects: editor.current.language.reconfigure(support) });
      },
      // Offline, the text stays without highlighting but can be edited.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);

  // Before further typing, and before buffered keys are inserted: an edit based on outdated text would undo other people's changes.
  useLayoutEffect(() => {
    if (!editor.current || shownVersion.current === version) return;
    shownVersion.current = version;
    const change = textChange(editor.current.view.state.doc.toString(), read());
    if (change) editor.current.view.dispatch({ changes: change, annotations: Transaction.remote.of(true) });
  }, [version]);

  useLayoutEffect(() => {
    busy.current = isBusy;
    if (!editor.current) return;
    editor.current.view.dispatch({ effects: editor.current.access.reconfigure(accessOf(label, isReadOnly, isBusy)) });
    if (!isBusy && !isReadOnly) releaseTyping(editor.current.view, editor.current.buffer);
  }, [label, isReadOnly, isBusy]);

  useLayoutEffect(() => {
    editor.current?.view.dispatch({ effects: editor.current.wrapping.reconfigure(wraps ? codeWrapping : []) });
  }, [wraps]);

  useEffect(() => {
    if (editor.current && language !== 'markdown') showLineMarks(editor.current.view, marks);
  }, [marks, language]);

  return (
    <div className={classes.editor} ref={host}>
      <span id={hintId} hidden>
        Press Escape, then Tab to leave the editor.
      </span>
    </div>
  );
}

/** Settings that change while the editor is open. Locked editors stay focused, selectable and searchable. */
function accessOf(label: string, isReadOnly: boolean, isBusy: boolean): Extension {
  return [
    EditorState.readOnly.of(isReadOnly || isBusy),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-disabled': String(isBusy),
      'aria-readonly': String(isReadOnly),
      'aria-busy': String(isBusy),
    }),
  ];
}
