import { type EditorState, type Extension, Prec, StateEffect, type TransactionSpec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { IconEye, IconLayoutColumns, IconPencil } from '@tabler/icons-react';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { LazyCodeEditor } from '../code-editor/lazy-code-editor.tsx';
import type { LiveText } from '../code-editor/live-text.ts';
import { FORMATTING, type Formatting } from './formatting.ts';
import classes from './markdown-editor.module.css';
import { Preview } from './preview.tsx';
import { Toolbar } from './toolbar.tsx';

/** Milliseconds without a key before the preview follows. */
const PREVIEW_PAUSE_MS = 200;

export interface MarkdownEditorProps {
  /** What the text is: the accessible name of source, toolbar and preview. */
  label: string;
  /** The text as it stands; see the code editor. */
  read: () => string;
  version: number;
  onChange: (text: LiveText) => void;
  isReadOnly: boolean;
  isBusy: boolean;
  /** Named after the fence of a new code block. */
  codeLanguage: string;
}

const VIEWS = [
  { id: 'write', label: 'Write', icon: IconPencil },
  { id: 'split', label: 'Split', icon: IconLayoutColumns },
  { id: 'preview', label: 'Preview', icon: IconEye },
] as const;
type View = (typeof VIEWS)[number]['id'];

/** A markdown source with a toolbar and, beside or below it, what the learner will see. */
export default function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, version, isReadOnly, isBusy, codeLanguage } = props;
  const [chosen, setView] = useLocalStorage<View>({
    key: 'lessonwright.markdown-view',
    defaultValue: 'split',
    getInitialValueInEffect: false,
  });
  const view = VIEWS.some((each) => each.id === chosen) ? chosen : 'split';
  // The text lives in the editor; counting its pauses is what shows it anew.
  const [, follow] = useReducer((pauses: number) => pauses + 1, 0);
  const followEdits = useDebouncedCallback(follow, PREVIEW_PAUSE_MS);
  const editor = useRef<EditorView | null>(null);
  const preview = useRef<HTMLDivElement>(null);
  const language = useRef(codeLanguage);
  useEffect(() => {
    language.current = codeLanguage;
  }, [codeLanguage]);

  const apply = useCallback((formatting: Formatting) => {
    const target = editor.current;
    if (!target || target.state.readOnly) return;
    target.dispatch(formatting.apply(target.state, language.current));
    target.focus();
  }, []);
  const stopFollowing = useRef<(() => void) | null>(null);
  const onReady = useCallback((ready: EditorView | null) => {
    stopFollowing.current?.();
    stopFollowing.current = ready && followScroll(ready.scrollDOM, preview);
    editor.current = ready;
    ready?.dispatch({
      effects: StateEffect.appendConfig.of(formattingKeys((formatting, state) => formatting.apply(state, language.current))),
    });
  }, []);

  return (
    <div className={classes.editor} data-view={view}>
      <div className={classes.bar}>
        {isReadOnly ? <span /> : <Toolbar label={label} isDisabled={isBusy || view === 'preview'} onFormat={apply} />}
        <SegmentedControl
          size="xs"
          aria-label={`View of ${label}`}
          data={VIEWS.map(({ id, label: name, icon: Icon }) => ({
            value: id,
            label: (
              <span className={classes.view} title={name}>
                <Icon size={15} stroke={1.7} aria-hidden />
                <span>{name}</span>
              </span>
            ),
          }))}
          value={view}
          onChange={(value) => setView(value)}
        />
      </div>
      <div className={classes.body}>
        <div className={classes.source} inert={view === 'preview'}>
          <LazyCodeEditor
            label={label}
            language="markdown"
            read={props.read}
            version={version}
            isReadOnly={isReadOnly}
            isBusy={isBusy}
            onReady={onReady}
            onChange={(text) => {
              props.onChange(text);
              followEdits();
            }}
          />
        </div>
        {view !== 'write' && (
          <div className={classes.preview}>
            <Preview label={label} source={props.read()} scrollerRef={preview} />
          </div>
        )}
      </div>
    </div>
  );
}

function formattingKeys(format: (formatting: Formatting, state: EditorState) => TransactionSpec): Extension {
  const bindings = FORMATTING.flat().flatMap((formatting) => {
    if (formatting.shortcut === null) return [];
    const run = (view: EditorView) => {
      if (!view.state.readOnly) view.dispatch(format(formatting, view.state));
      return true;
    };
    return [{ key: editorKey(formatting.shortcut), run, preventDefault: true }];
  });
  return Prec.high(keymap.of(bindings));
}

/** `Mod+Shift+L` in the notation of CodeMirror, which tells l from L. */
function editorKey(shortcut: string): string {
  const parts = shortcut.split('+');
  return [...parts.slice(0, -1), parts.at(-1)?.toLowerCase()].join('-');
}

/** The preview scrolls along with the source, by proportion; returns what ends it. */
function followScroll(source: HTMLElement, preview: { readonly current: HTMLElement | null }): () => void {
  function follow() {
    const target = preview.current;
    const range = source.scrollHeight - source.clientHeight;
    if (target && range > 0) target.scrollTop = (source.scrollTop / range) * (target.scrollHeight - target.clientHeight);
  }
  source.addEventListener('scroll', follow, { passive: true });
  return () => source.removeEventListener('scroll', follow);
}
