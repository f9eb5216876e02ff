import { Compartment, type EditorState, type Extension, Prec, StateEffect, type TransactionSpec } from '@codemirror/state';
import { type EditorView, keymap, placeholder } from '@codemirror/view';
import { useDebouncedCallback, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { use, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { imageMarkdown } from '#platform/content/image-markdown.ts';
import CodeEditor from '../code-editor/code-editor.tsx';
import { proseLanguage } from '../code-editor/line-direction.ts';
import type { LiveText } from '../code-editor/live-text.ts';
import { useBeforeReveal } from '../code-editor/open-editors.ts';
import { OnDemand } from '../on-demand.tsx';
import { lossNote } from '../paste/loss-note.ts';
import type { PastedMarkdown } from '../paste/pasted-markdown.ts';
import { EditorImagesContext } from './editor-images.ts';
import { FocusModeContext } from './focus-mode.ts';
import { followScroll, showCaret } from './follow-scroll.ts';
import { FORMATTING, type Formatting } from './formatting.ts';
import { imageFiles, takeStrayImages } from './image-files.ts';
import { ImageInput } from './image-input.tsx';
import { placeOutsideImages, putImage } from './image-place.ts';
import { useLiveView } from './live/use-live-view.ts';
import { filesOfPasted } from './pasted-files.ts';
import { PastedLinksContext } from './pasted-links.ts';
import { Preview } from './preview.tsx';
import { insertMarkdown, richPaste } from './rich-paste.ts';
import { slashMenu } from './slash-menu.ts';
import { spellAgain, SpellingContext, spellingMarks, spellingSource } from './spelling.ts';
import { breakRow, moveToCell } from './table-edits.ts';
import { Toolbar } from './toolbar.tsx';
import { uploadPlaces } from './upload-places.ts';
import { UploadsBar } from './uploads-bar.tsx';
import { useImageUploads } from './use-image-uploads.ts';
import type { RenderedText } from './use-rendered-markdown.ts';
import { type SaveCommands, useToolbarItems } from './use-toolbar-items.ts';
import { putVideo, videoAt, type VideoInText } from './video-markdown.ts';
import { type EditorViewId, storedView, ViewSwitch } from './view-switch.tsx';
import classes from './markdown-editor.module.css';

/** Milliseconds without typing before the preview updates. */
const PREVIEW_PAUSE_MS = 200;
/** Too low for a source and a preview, as with a zoom of 200 %. */
const SHORT = '(max-height: 600px)';
const loadVideoDialog = async () => ({ default: (await import('./video-dialog.tsx')).VideoDialog });

export interface MarkdownEditorProps {
  /** Accessible name of source, toolbar and preview. */
  label: string;
  /** Registers the editor under this name; see the code editor. */
  name?: string | undefined;
  /** Returns the current text; see the code editor. */
  read: () => string;
  version: number;
  onChange: (text: LiveText) => void;
  isReadOnly: boolean;
  isBusy: boolean;
  /** Language of new code blocks. */
  codeLanguage: string;
  /** What the server rendered of the text, for the first preview. */
  rendered?: RenderedText | null;
  /** Shown while the text is empty. */
  placeholder?: string;
  /** The page's commands that save the text. Missing: saved elsewhere. */
  commands?: SaveCommands;
  /** Adds a multiple choice question to what the text belongs to; missing: it can't have one. */
  onQuestion?: (() => void) | undefined;
  /** A field of a form: it is as high as its text and has no preview, and Tab goes on to the next field. */
  isField?: boolean;
  /** Gets the focus when it opens. */
  takesFocus?: boolean;
}

/** A markdown text with a toolbar, as it reads or as its source, and beside or below the source the preview. */
export default function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, version, isReadOnly, isBusy, codeLanguage, commands, isField = false } = props;
  const images = use(EditorImagesContext);
  const textLanguage = images?.address.textLanguage ?? null;
  const [languageSlot] = useState(() => new Compartment());
  const spelling = use(SpellingContext);
  const linkOf = use(PastedLinksContext);
  // A field is part of a form, which focus mode leaves as it is.
  const isFocused = use(FocusModeContext) && !isField;
  const [chosen, setView] = useLocalStorage<EditorViewId>({
    key: 'lessonwright.markdown-view',
    defaultValue: 'live',
    getInitialValueInEffect: false,
  });
  const isShort = useMediaQuery(SHORT, undefined, { getInitialValueInEffect: false });
  const wanted = storedView(chosen);
  const isSource = isField || (wanted !== 'live' && (isFocused || (isShort && wanted === 'split')));
  const view = isSource ? 'source' : wanted;
  // Switch to the source before revealing a range in it.
  useBeforeReveal(props.name, () => view === 'preview' && setView('split'));
  // The editor owns the text; counting its pauses triggers a new preview.
  const [, follow] = useReducer((pauses: number) => pauses + 1, 0);
  const followEdits = useDebouncedCallback(follow, PREVIEW_PAUSE_MS);
  const editor = useRef<EditorView | null>(null);
  const preview = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [video, setVideo] = useState<{ replaced: VideoInText | null } | null>(null);
  const uploads = useImageUploads({ images, editor, isBusy });
  const takeFiles: typeof uploads.start = (files, place) => !isReadOnly && uploads.start(files, place);

  function takePasted({ images: pastedImages, losses }: PastedMarkdown, start: number, pictures: readonly File[]) {
    const files = filesOfPasted(pastedImages, pictures);
    const lost = files.filter(({ at, file }) => !file || !takeFiles([file], { at: start + at, isPasted: true })).length;
    const note = lossNote({ ...losses, images: losses.images + lost });
    if (note !== null) uploads.notify('warning', note);
  }

  /** What can become of a dropped table of data; dropped text would be one long paragraph. */
  function offerTable(file: File, at: number) {
    if (isReadOnly) return;
    const insert = async () => {
      const [{ tableOfFile }, text] = await Promise.all([import('../paste/pasted-markdown.ts'), file.text()]);
      const table = tableOfFile(text);
      if (table === null) uploads.notify('warning', `“${file.name}” is too long for a table in a text. Attach it as a data file.`);
      else if (editor.current && !editor.current.state.readOnly) insertMarkdown(editor.current, table, at);
    };
    const attach = () =>
      images?.attach(file).then(
        () => uploads.notify('info', `“${file.name}” is a data file of the lesson now.`),
        (error: unknown) => uploads.notify('error', error instanceof Error ? error.message : String(error)),
      );
    uploads.notify('info', `“${file.name}” is a table of data.`, [
      { label: 'Insert as table', run: () => void insert() },
      ...(images ? [{ label: 'Attach as data file', run: () => void attach() }] : []),
    ]);
  }

  const actions = {
    addImage: images && (() => void addImage()),
    uploadNew: images && (() => fileInput.current?.click()),
    addVideo: () => editor.current && setVideo({ replaced: videoAt(editor.current.state) }),
    addQuestion: props.onQuestion ?? null,
  };
  // The latest props, for handlers outside of React.
  const now = {
    actions,
    codeLanguage,
    takeFiles,
    takePasted,
    linkOf,
    offerTable,
    spelling,
    placeholder: props.placeholder ?? '',
    textLanguage,
    takesFocus: props.takesFocus === true,
  };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });

  useEffect(() => editor.current?.dispatch({ effects: spellAgain.of(spelling) }), [spelling]);

  useEffect(
    () => editor.current?.dispatch({ effects: languageSlot.reconfigure(proseLanguage.of(textLanguage)) }),
    [languageSlot, textLanguage],
  );

  const liveSlot = useLiveView(editor, { isLive: view === 'live', images: images?.address ?? null });
  const stopFollowing = useRef<(() => void) | null>(null);
  const onReady = useCallback(
    (ready: EditorView | null) => {
      stopFollowing.current?.();
      stopFollowing.current = ready && followScroll(ready.scrollDOM, preview);
      editor.current = ready;
      const currentSpelling = () => latest.current.spelling;
      const extensions = [
        // Before the keys of tables: an open menu has them.
        Prec.highest([
          slashMenu({
            codeLanguage: () => latest.current.codeLanguage,
            actions: () => latest.current.actions,
            others: [spellingSource(currentSpelling)],
          }),
          tableKeys,
        ]),
        spellingMarks(currentSpelling),
        formattingKeys((formatting, state) => formatting.apply(state, latest.current.codeLanguage)),
        uploadPlaces,
        imageFiles(
          (files, place) => latest.current.takeFiles(files, { ...place, isParagraph: true }),
          (file, at) => latest.current.offerTable(file, at),
        ),
        richPaste(
          (...pasted) => latest.current.takePasted(...pasted),
          (address) => latest.current.linkOf(address),
        ),
        placeholder(latest.current.placeholder),
        liveSlot.of([]),
        languageSlot.of(proseLanguage.of(latest.current.textLanguage)),
      ];
      ready?.dispatch({ effects: StateEffect.appendConfig.of(extensions) });
      if (latest.current.takesFocus) ready?.focus();
    },
    [liveSlot, languageSlot],
  );
  useEffect(() => (root.current ? takeStrayImages(root.current, (files, place) => latest.current.takeFiles(files, place)) : undefined), []);

  /** Edits the current text if it can be changed, and focuses it. */
  function change(make: (state: EditorState) => TransactionSpec) {
    const target = editor.current;
    if (!target || target.state.readOnly) return;
    target.dispatch(make(target.state));
    target.focus();
  }
  async function addImage() {
    const target = editor.current;
    if (!images || !target) return;
    const { from, to } = target.state.selection.main;
    const isOutside = placeOutsideImages(target.state, from) === from && placeOutsideImages(target.state, to) === to;
    const image = await images.choose(isOutside ? (target.state.sliceDoc(from, to).split('\n', 1)[0] ?? '') : '');
    if (image) change((state) => putImage(state, imageMarkdown(image)));
    else target.focus();
  }

  const toolbar = useToolbarItems(commands, {
    isDisabled: isBusy || view === 'preview',
    format: (formatting) => change((state) => formatting.apply(state, codeLanguage)),
    uploadNew: actions.uploadNew,
    addImage: () => void addImage(),
    addVideo: actions.addVideo,
  });

  return (
    <div className={classes.editor} data-view={view} data-field={isField || undefined} data-focused={isFocused || undefined} ref={root}>
      <div className={classes.bar}>
        {isReadOnly ? <span /> : <Toolbar label={label} {...toolbar} />}
        {!isField && <ViewSwitch label={label} value={view} hasSplit={!isShort} onChange={setView} />}
      </div>
      <UploadsBar uploads={uploads.uploads} notices={uploads.notices} onClose={uploads.close} />
      {images && (
        <ImageInput
          input={fileInput}
          label={`Upload New in ${label}`}
          accept={images.accept}
          onFiles={(files) => {
            takeFiles(files, { at: null, isPasted: false, selectsAlt: true });
            editor.current?.focus();
          }}
        />
      )}
      {video && (
        <OnDemand
          load={loadVideoDialog}
          props={{
            video: video.replaced,
            onClose: () => setVideo(null),
            onInsert: (markdown: string) => {
              setVideo(null);
              change((state) => putVideo(state, markdown, video.replaced));
            },
          }}
        />
      )}
      <div className={classes.body}>
        <div className={classes.source} inert={view === 'preview'}>
          <CodeEditor
            label={label}
            name={props.name}
            language="markdown"
            read={props.read}
            version={version}
            isReadOnly={isReadOnly}
            isBusy={isBusy}
            isField={isField}
            onReady={onReady}
            onChange={(text) => {
              props.onChange(text);
              followEdits();
            }}
          />
        </div>
        {(view === 'split' || view === 'preview') && (
          <div className={classes.preview}>
            <Preview
              label={label}
              name={props.name}
              source={props.read()}
              rendered={props.rendered}
              scrollerRef={preview}
              onRendered={() => showCaret(editor.current, preview.current)}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Keys within a table; elsewhere they mean what they always do. */
const tableKeys = keymap.of(
  (
    [
      ['Tab', (state) => moveToCell(state, 1)],
      ['Shift-Tab', (state) => moveToCell(state, -1)],
      ['Enter', breakRow],
    ] as const satisfies [string, (state: EditorState) => TransactionSpec | null][]
  ).map(([key, edit]) => ({
    key,
    run: (view: EditorView) => {
      const change = view.state.readOnly ? null : edit(view.state);
      if (change) view.dispatch(change);
      return change !== null;
    },
  })),
);

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

/** `Mod+Shift+L` in CodeMirror's format, which is case-sensitive. */
function editorKey(shortcut: string): string {
  const parts = shortcut.split('+');
  return [...parts.slice(0, -1), parts.at(-1)?.toLowerCase()].join('-');
}
